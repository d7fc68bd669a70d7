import type { Template } from "../../src/contract/templates.js";
import {
	libraryTemplate,
	TemplateLibrary,
} from "../../src/documents/templates/template-library.js";

/** A template with a variable of each type. */
export const CARD: Template = {
	id: "test-card",
	name: "Test card",
	description: "A title, a note and a list of speakers.",
	tags: ["test", "list"],
	platforms: ["photo-feed-square", "link-preview", "photo-feed-story"],
	variables: {
		title: { type: "text", label: "Title", sample: "Hello", maxLength: 20 },
		note: { type: "richText", label: "Note", required: false },
		photo: { type: "image", label: "Photo", required: false },
		accent: { type: "color", label: "Accent", default: "#FFC600" },
		size: { type: "number", label: "Size", default: 30 },
		badge: { type: "boolean", label: "Badge", default: false },
		kind: { type: "choice", label: "Kind", options: ["talk", "panel"], default: "talk" },
		speakers: {
			type: "list",
			label: "Speakers",
			required: false,
			maxItems: 3,
			fields: {
				name: { type: "text", label: "Name", maxLength: 20 },
				tint: { type: "color", label: "Tint", required: false },
			},
			sample: [{ name: "Ada" }, { name: "Grace" }],
		},
	},
	examples: [{ name: "typical", variables: { title: "Typical" } }],
	document: {
		slides: [
			{
				background: "{{accent}}",
				layers: [
					{
						type: "text",
						x: 30,
						y: 30,
						text: "{{title}}",
						fontSize: "{{size}}",
						textColor: "{{accent.on}}",
						font: "{{brand.font}}",
					},
					{ type: "text", x: 30, y: 90, richText: "<b>{{title}}</b> {{note}}" },
					{ type: "image", x: 30, y: 130, src: "{{photo}}" },
					{ type: "text", x: 30, y: 150, text: "New {{kind}}", showIf: "{{badge}}" },
					{
						type: "stack",
						x: 30,
						y: 180,
						showIf: "{{speakers}}",
						children: [
							{
								type: "text",
								repeat: "speakers",
								text: "{{index}} {{item.name}}",
								textColor: "{{item.tint}}",
							},
						],
					},
					{ type: "text", x: 30, bottom: 30, text: "{{brand.handle}}", name: "handle" },
				],
			},
		],
		common: { front: [{ type: "text", x: 300, y: 10, text: "{{slide}}/{{slides}}" }] },
	},
};

/** The bundled templates and {@link CARD}. */
export const withCard = (): TemplateLibrary => new TemplateLibrary([libraryTemplate(CARD)]);
