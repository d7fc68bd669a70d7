import { Type } from "@sinclair/typebox";
import { ENUMS } from "../enums.js";
import { LIMITS } from "../limits.js";
import { StringEnum, tolerantObject } from "../schema.js";
import { boxFields, flowFields, name, opacity, placementFields, rotation } from "./layer-fields.js";
import { CssColor } from "./values.js";

export const BarcodeLayerSchema = tolerantObject(
	{
		type: Type.Literal("barcode"),
		kind: StringEnum(ENUMS.barcodeKind, { description: "Symbology of the code." }),
		data: Type.String({
			minLength: 1,
			maxLength: LIMITS.maxBarcodeLength,
			examples: ["https://example.com/menu"],
			description:
				"Content of the code. ean13, ean8 and upca take digits, with or without the check digit; code128 takes ASCII.",
		}),
		...boxFields,
		...placementFields,
		...flowFields,
		rotation,
		opacity,
		name,
		color: Type.Optional(CssColor("Colour of the modules.", { default: "#000000" })),
		background: Type.Optional(
			CssColor("Colour of the box and of the quiet zone.", { default: "#FFFFFF" }),
		),
		errorCorrection: Type.Optional(
			StringEnum(ENUMS.errorCorrection, {
				default: "M",
				description:
					"How much of a qr code may be damaged and still be read: L 7 %, M 15 %, Q 25 %, H 30 %.",
			}),
		),
		quietZone: Type.Optional(
			Type.Integer({
				minimum: 0,
				maximum: LIMITS.maxQuietZone,
				description: "Empty modules around the code. Default: the minimum of the standard.",
			}),
		),
	},
	{
		title: "BarcodeLayer",
		description:
			"A QR code or barcode, drawn with the largest whole number of output pixels per module that fits, centred in the box.",
		additionalProperties: false,
	},
);
