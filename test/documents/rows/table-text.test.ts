import iconv from "iconv-lite";
import t from "tap";
import { TableError } from "../../../src/base/table-error.js";
import { tableText, wholeTableText } from "../../../src/documents/rows/table-text.js";

async function read(bytes: Buffer, size: number): Promise<string> {
	const pieces = async function* () {
		for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
	};
	let text = "";
	for await (const piece of tableText(pieces())) text += piece;
	return text;
}

const LONG_START = `id;note\r\n${"1;plain\r\n".repeat(12_000)}`;

t.test("Unicode, with and without a byte order mark", async (t) => {
	const text = "city;price\r\nKöln;5 €\r\n東京;1 😀\r\n";
	const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
	const little = Buffer.from(text, "utf16le");
	for (const [name, bytes] of Object.entries({
		"UTF-8": Buffer.from(text),
		"UTF-8 with a mark": Buffer.from(`\ufeff${text}`),
		"UTF-16LE": little,
		"UTF-16LE with a mark": Buffer.from(`\ufeff${text}`, "utf16le"),
		"UTF-16BE": swapped(little),
		"UTF-16BE with a mark": swapped(Buffer.from(`\ufeff${text}`, "utf16le")),
	}))
		for (const size of [1, 7, 100_000]) t.equal(await read(bytes, size), text, `${name}, ${size}`);
	t.equal(await read(Buffer.from(LONG_START + text), 5_000), LONG_START + text);
});

t.test("code pages are recognised by their letters", async (t) => {
	const tables: Record<string, readonly string[]> = {
		"windows-1252": [
			"Stadt;Preis\r\nKöln;5 €\r\nMünchen;12 €",
			"name,price\nCafé Zoë,€9\nCrème brûlée,€7",
			"título\n¿Dónde está el niño?",
			"Köln,São Paulo,Málaga,Reykjavík,København,Orléans",
			"“Hello” – it’s “fine”",
			"MÜNCHEN;KÖLN;GRÖSSE",
			"Größe;5 µm ± 2 °C;½ l",
			"caf\u00e9",
			"Cliente;Importe\nSeñor Muñoz;12,50 €",
			"naïve;façade;crème",
		],
		"iso-8859-15": ["prix;nom\n5 €;Œuvre"],
		"windows-1250": ["Łódź;Kraków;Gdańsk;ąę", "České Budějovice;Plzeň;tůň", "Győr;Őrség;tűz"],
		"iso-8859-2": ["Łódź;Kraków;Gdańsk;źródło;ąę"],
		"windows-1251": ["город;цена\nМосква;5", "Київ;Львів;її", "МОСКВА;КАЗАНЬ"],
		"koi8-u": ["город;цена\nМосква;5\nпривет"],
		cp866: ["город;цена\nМосква;5"],
		"windows-1253": ["πόλη;τιμή\nΑθήνα;5 €", "ΑΘΗΝΑ;ΘΕΣΣΑΛΟΝΙΚΗ"],
		"windows-1254": ["şehir;fiyat\nİstanbul;5\nIğdır;6", "Güneş;Ağrı"],
		"windows-1255": ["עיר;מחיר\nירושלים;5"],
		"windows-1256": ["مدينة;سعر\nالقاهرة;5"],
		"windows-1257": ["Rīga;Jūrmala;Cēsis;ģimene", "Šiauliai;ąžuolas;ėjo"],
		"windows-874": ["เมือง,ราคา\nกรุงเทพ,5"],
		macintosh: ["Stadt;Preis\rKöln;5\rMünchen;Straße", "nom\rFrançois Élodie déjà"],
		cp857: ["şehir;fiyat\r\nİstanbul;5\r\nIğdır;Ağrı"],
		cp737: ["πόλη;τιμή\r\nΑθήνα;5"],
		maccenteuro: ["miasto;cena\rŁódź;5\rKraków;Gdańsk"],
		cp850: ["Stadt;Preis\r\nKöln;5\r\nGröße;Straße"],
	};
	for (const [name, texts] of Object.entries(tables))
		for (const text of texts) {
			const bytes = iconv.encode(text, name);
			t.equal(wholeTableText(bytes), text, `${name}: ${text}`);
			t.equal(await read(bytes, 1), text);
			const late = Buffer.concat([Buffer.from(LONG_START), bytes]);
			t.equal(await read(late, 3_000), LONG_START + text, `${name} after a long start`);
		}
});

t.test("what is not text says what to do", async (t) => {
	const zip = (parts: string) => Buffer.from(`PK\u0003\u0004\u0014\u0000${parts}`, "latin1");
	const cases: [bytes: Buffer, message: RegExp][] = [
		[zip("[Content_Types].xml"), /an Excel workbook \(\.xlsx\).*File > Save As, CSV UTF-8/],
		[zip("docProps/app.xml"), /an Excel workbook/],
		[zip("xl/worksheets/sheet1.xml"), /an Excel workbook/],
		[zip("Index/Document.iwa"), /a Numbers spreadsheet.*File > Export To > CSV/],
		[zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), /LibreOffice.*Text CSV/],
		[zip("a.xml"), /\.xlsx or \.numbers.*Excel.*Numbers/],
		[Buffer.from("d0cf11e0a1b11ae1", "hex"), /\(\.xls\).*CSV UTF-8/],
		[Buffer.from("89504e470d0a1a0afffe8081", "hex"), /encoding that is not recognised.*CSV UTF-8/],
		[iconv.encode("都市,価格\n東京,5円\n大阪,10円", "shift_jis"), /encoding that is not/],
		[iconv.encode("城市,价格\n北京,5元\n上海,10元", "gbk"), /encoding that is not/],
		[Buffer.from("fffe61", "hex"), /is UTF-16LE only in part/],
		[
			Buffer.concat([Buffer.from("ö".repeat(40_000)), Buffer.of(0xf6, 0x61)]),
			/is UTF-8 only in part/,
		],
	];
	for (const [bytes, message] of cases) {
		t.throws(() => wholeTableText(bytes), message);
		await t.rejects(read(bytes, 3), TableError);
	}
	t.equal(wholeTableText(Buffer.alloc(0)), "");
	for (let seed = 1; seed <= 50; seed++) {
		let state = seed * 2_654_435_761;
		const noise = Buffer.from(
			Array.from({ length: 400 }, () => {
				state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
				return state >>> 24;
			}),
		);
		t.throws(() => wholeTableText(noise), TableError, `noise ${seed}`);
	}
});
