/** Tells of a design that came with a link, and of the draft that is kept beside it. */
import { loadText } from "./editor/editor.js";
import { adoptShared, leaveShared, shared } from "./share.js";

export function SharedBar() {
	if (!shared.value) return null;
	return (
		<section class="shared" aria-label="Shared design">
			<span>This design was shared with you. Your own draft is kept.</span>
			<button type="button" onClick={() => leaveShared(loadText)}>
				Back to my draft
			</button>
			<button type="button" onClick={adoptShared}>
				Replace my draft
			</button>
		</section>
	);
}
