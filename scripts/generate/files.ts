/** File contents by path relative to the package root. */
export type Files = ReadonlyMap<string, string | Buffer>;
