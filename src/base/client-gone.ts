/** Reason for ending work: the client has disconnected. */
export class ClientGoneError extends Error {
	override readonly name = "ClientGoneError";
}
