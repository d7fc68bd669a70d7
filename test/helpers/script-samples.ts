/**
 * A text of several lines for each script in use: all or part of the first article of the Universal
 * Declaration of Human Rights, unless noted otherwise.
 */
export const SCRIPT_SAMPLES: Readonly<Record<string, string>> = {
	Vietnamese:
		"Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá ban cho lý trí.",
	"Latin Extended":
		"Wszyscy ludzie rodzą się wolni. Všichni lidé se rodí svobodní. Bütün insanlar hür doğarlar. Ẹ̀dá ènìyàn kọ̀ọ̀kan. Ħ ŋ ə ɗ ơ",
	Greek:
		"Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Ἐν ἀρχῇ ἦν ὁ λόγος.",
	Cyrillic:
		"Все люди рождаются свободными и равными в своём достоинстве и правах. Всі люди народжуються вільними. Ћирилица Қазақ ә ө ү",
	Arabic:
		"يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلًا وضميرًا، وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.",
	Persian:
		"تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان می‌باشند.",
	Urdu: "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔ انہیں ضمیر اور عقل ودیعت ہوئی ہے۔",
	Hebrew: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כֻּלָּם חוֹנְנוּ בִּתְבוּנָה וּבְמַצְפּוּן.",
	Devanagari:
		"सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है।",
	Bengali: "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। তাঁদের বিবেক এবং বুদ্ধি আছে।",
	Tamil: "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.",
	Telugu: "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును జన్మతః స్వతంత్రులును సమానులును నగుదురు.",
	Gujarati: "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ સર્વ માનવો જન્મથી સ્વતંત્ર અને સમાન હોય છે. તેમનામાં વિચારશક્તિ છે.",
	Thai: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
	Georgian:
		"ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით. მათ მინიჭებული აქვთ გონება და სინდისი.",
	Armenian:
		"Բոլոր մարդիկ ծնվում են ազատ ու հավասար՝ իրենց արժանապատվությամբ ու իրավունքներով։ Նրանք ունեն բանականություն ու խիղճ։",
	Ethiopic:
		"የሰው፡ልጅ፡ሁሉ፡ሲወለድ፡ነጻና፡በክብርና፡በመብትም፡እኩልነት፡ያለው፡ነው። የተፈጥሮ ማስተዋልና ሕሊና ስላለው አንዱ ሌላውን በወንድማማችነት መንፈስ መመልከት ይገባዋል።",
	// Words that ICU 78 (Node) and Chromium segment equally: for others, such as ទាំងអស់, Chromium's
	// own data (also in its Intl.Segmenter) has shorter words.
	Khmer: "មនុស្សកើតមកមានសមភាពក្នុងផ្នែកសិទ្ធិ។ មនុស្សមានវិចារណញ្ញាណ មានសមភាពក្នុងផ្នែកវិចារណញ្ញាណ",
	"Chinese simplified":
		"人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
	"Chinese traditional":
		"人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。",
	Japanese:
		"すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。スーパーマーケットでチョコレートを買った。",
	Korean:
		"모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.",
	Gurmukhi:
		"ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ ਅਤੇ ਸੁਤੇ ਸਿੱਧ ਸਾਰੇ ਲੋਕ ਬਰਾਬਰ ਹਨ।",
	Oriya: "ସମସ୍ତ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ ଏବଂ ମର୍ଯ୍ୟାଦା ଓ ଅଧିକାରରେ ସମାନ। ସେମାନଙ୍କଠାରେ ବୁଦ୍ଧି ଓ ବିବେକ ନିହିତ ଅଛି।",
	Kannada: "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ ಜನಿಸಿದ್ದಾರೆ. ಹಾಗೂ ಘನತೆ ಮತ್ತು ಹಕ್ಕುಗಳಲ್ಲಿ ಸಮಾನರಾಗಿದ್ದಾರೆ.",
	Malayalam: "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും അന്തസ്സോടും സ്വാതന്ത്ര്യത്തോടുംകൂടി ജനിച്ചവരാണ്.",
	Sinhala: "සියලු මනුෂ්\u200dයයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.",
	Lao: "ມະນຸດທຸກຄົນເກີດມາມີສິດເສລີພາບ ແລະ ສະເໝີໜ້າກັນ ໃນທາງກຽດຕິສັກ ແລະ ສິດ ເພາະວ່າມະນຸດມີສະຕິ",
	Myanmar:
		"လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်လည်းကောင်း၊ တူညီလွတ်လပ်သော အခွင့်အရေးများဖြင့်လည်းကောင်း မွေးဖွားလာသူများ ဖြစ်သည်။ ၵႃႇ ꩬျ ꧡꧢ",
	Tibetan: "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌། ཐོབ་ཐང་གི་རང་དབང་འདྲ་མཉམ་དུ་ཡོད་ལ།",
	Thaana: "ހުރިހާ އިންސާނުން ވެސް އުފަންވަނީ، ދަރަޖަ އާއި ޙައްޤުތަކުގައި މިނިވަންކަންމަތީ، ހަމަހަމަކަން އޮތްގޮތުގައެވެ.",
	Mongolian: "ᠬᠦᠮᠦᠨ ᠪᠦᠷ ᠲᠥᠷᠥᠵᠦ ᠮᠡᠨᠳᠡᠯᠡᠬᠦ ᠡᠷᠬᠡ ᠴᠢᠯᠥᠭᠡ ᠲᠡᠢ᠂ ᠠᠳᠠᠯᠢᠬᠠᠨ ᠨᠡᠷᠡ ᠲᠥᠷᠥ ᠲᠡᠢ᠂",
	Cherokee: "ᏂᎦᏓ ᎠᏂᏴᏫ ᏂᎨᎫᏓᎸᎾ ᎠᎴ ᎤᏂᏠᏱ ᎤᎾᏕᎿ ᏚᏳᎧᏛ ᎨᏒᎢ. ᎨᏥᏁᎳ ᎤᎾᏓᏅᏖᏗ ᎠᎴ ᎤᏃᏟᏍᏗ",
	"N'Ko": "ߡߐ߱ ߓߍ߯ ߛߏߡߐ߲ߘߐ߫ ߤߐ߬ߙߐ߲߬ߧߊ߫ ߘߐ߫߸ ߊ߬ ߣߴߊ߬ ߟߊ߫ ߓߊ߬ߕߐ߬ߢߐ߰ߦߊ",
	Syriac: "ܟܠܗܘܢ ܒܢܝ̈ܢܫܐ ܝܠܝܕܝܢ ܒܚܐܪܘܬܐ ܘܒܫܘܝܘܬܐ ܒܐܝܩܪܐ ܘܒܙܕ̈ܩܐ. ܫܠܡܐ ܥܡܟܘܢ",
	Javanese: "ꦱꦧꦼꦤ꧀ꦲꦸꦮꦺꦴꦁꦏꦭꦲꦶꦫꦏꦺꦩꦫꦢꦶꦏ ꦭꦤ꧀ꦢꦂꦧꦺꦩꦂꦠꦧꦠ꧀ꦭꦤ꧀ꦲꦏ꧀ꦲꦏ꧀ꦏꦁꦥꦝ꧉",
	Balinese: "ᬲᬓᬮ᭄ᬯᬶᬭᬦᬶᬂᬧᬫᬦᬸᬲᬦᬾ ᬫᬓᬸᬭᬾᬂᬳᬦᬦᬶᬓᬾᬳᬸᬦᬸᬧ᭄ᬢᬶᬫᬃᬤᬾᬓᬵ᭞",
	Tifinagh: "ⵉⵎⴷⴰⵏⴻⵏ, ⴰⴽⴽⴻⵏ ⵎⴰ ⵍⵍⴰⵏ ⵜⵜⵍⴰⵍⴻⵏ ⴷ ⵉⵍⴻⵍⵍⵉⵢⴻⵏ ⵎⵙⴰⵡⴰⵏ ⴷⵉ ⵍⵃⵡⴻⵔⵎⴰ ⴷ ⵢⵉⵣⴻⵔⴼⴰⵏ",
	"Canadian syllabics": "ᐃᓅᔪᓕᒫᑦ ᐊᓂᖅᑎᕆᔪᖕᓇᖅᑐᑦ ᐊᔪᕐᓇᙱᓪᓗᑎᒃ ᐊᒻᒪᓗ ᐊᔾᔨᐅᖃᑎᒌᒃᖢᑎᒃ",
	"Ol Chiki": "ᱡᱚᱛᱚ ᱦᱚᱲ ᱜᱮ ᱯᱷᱩᱨᱜᱟᱹᱞ ᱥᱟᱶ ᱡᱟᱱᱟᱢᱚᱜ ᱠᱟᱱᱟ ᱾ ᱚᱱᱟ ᱠᱚᱣᱟᱜ ᱢᱟᱱ ᱟᱨ ᱟᱹᱭᱫᱟᱹᱨ",
	"Meetei Mayek": "ꯃꯤꯑꯣꯏꯕ ꯈꯨꯗꯤꯡꯃꯛ ꯄꯣꯛꯄ ꯃꯇꯝꯗ ꯅꯤꯡꯇꯝꯃꯤ ꯑꯃꯁꯨꯡ ꯏꯀꯥꯏ ꯈꯨꯝꯅꯕ ꯃꯥꯟꯅꯩ꯫",
	Adlam: "𞤋𞤲𞥆𞤢𞤥𞤢 𞤢𞥄𞤣𞤫𞥅𞤶𞤭 𞤬𞤮𞤬 𞤨𞤮𞤼𞤭, 𞤲𞤣𞤭𞤥𞤯𞤭𞤣𞤭 𞤫 𞤶𞤭𞤦𞤭𞤲𞤢𞤲𞥆𞤣𞤫",
	Sundanese: "ᮞᮊᮥᮙ᮪ᮔ ᮏᮜ᮪ᮙ ᮌᮥᮘᮢᮌ᮪ ᮊ ᮃᮜᮙ᮪ ᮓᮥᮑ ᮒᮦᮂ ᮞᮤᮖᮒ᮪ᮔ ᮙᮨᮛ᮪ᮓᮤᮊ",
	Coptic: "ⲣⲱⲙⲉ ⲛⲓⲙ ⲉⲩϫⲡⲟ ⲙⲙⲟⲟⲩ ⲛϩⲉⲗⲉⲩⲑⲉⲣⲟⲥ ⲁⲩⲱ ⲉⲩϣⲏϣ ϩⲛ̅ ⲧⲁⲝⲓⲁ",
	Yi: "ꊿꂷꃅꄿꐨꐥ，ꌅꅍꂷꀋꐚꐚ，ꊿꂷꃅꐥꌐ，ꌅꅍꀂꏽꐯꒈꃅꐥꌐ。",
};

/**
 * Five words from the letters and first marks of a script; characters newer than its font are last.
 */
function lettersOf(script: string): string {
	const isLetter = new RegExp(`^[\\p{Script=${script}}&&[\\p{L}\\p{Nl}\\p{So}]]$`, "v");
	const isMark = new RegExp(`^[\\p{Script=${script}}&&\\p{M}]$`, "v");
	const letters: string[] = [];
	const marks: string[] = [];
	for (let codePoint = 0x500; codePoint < 0x20000; codePoint++) {
		const char = String.fromCodePoint(codePoint);
		if (isLetter.test(char)) letters.push(char);
		else if (codePoint < 0x13000 && isMark.test(char)) marks.push(char);
	}
	const words: string[] = [];
	for (let i = 0; i < Math.min(letters.length, 20); i += 4)
		words.push(letters.slice(i, i + 4).join("") + (marks[i / 4] ?? ""));
	return words.join(" ");
}

/** Rare or historic scripts by Unicode name; compared by their letters. */
const RARE_SCRIPTS = [
	...["Bamum", "Cham", "Hanifi_Rohingya", "Kayah_Li", "Lisu", "Tai_Tham", "Vai", "Tai_Le"],
	...["New_Tai_Lue", "Tai_Viet", "Lepcha", "Limbu", "Buginese", "Rejang", "Tagalog", "Hanunoo"],
	...["Buhid", "Tagbanwa", "Saurashtra", "Syloti_Nagri", "Newa", "Miao", "Osage", "Warang_Citi"],
	...["Deseret", "Samaritan", "Glagolitic", "Gothic", "Runic", "Ogham", "Old_Italic"],
	...["Old_Turkic", "Phoenician", "Brahmi", "Linear_A", "Linear_B", "Cuneiform"],
	...["Egyptian_Hieroglyphs", "Batak", "Chakma", "Elbasan", "Inscriptional_Pahlavi", "Kaithi"],
	...["Mandaic", "Phags_Pa", "Shavian", "Braille", "Bopomofo"],
];

/** A text of five words for each rare script. */
export const rareScriptSamples = (): [name: string, text: string][] =>
	RARE_SCRIPTS.map((script) => [script.replaceAll("_", " "), lettersOf(script)]);
