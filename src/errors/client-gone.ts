/** Why work was ended: nobody is there to take its result. */
export class ClientGoneError extends Error {
	override readonly name = "ClientGoneError";
}
