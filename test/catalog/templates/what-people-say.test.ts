/** What people call things, in five languages, and a template that they mean among the first three. */
import t from "tap";
import { rankTemplates } from "../../../src/catalog/templates/rank-templates.js";
import { bundledTemplates } from "../../../src/documents/templates/template-library.js";

const templates = bundledTemplates().map(({ template }) => template);

/** By template, then by language: en, de, fr, es, ja. */
const CALLED: Readonly<Record<string, string>> = {
	"price-plans": `pricing, price list, packages, membership fees / Preise, Preisliste, Tarife, Kosten /
		tarifs, devis, forfaits, grille tarifaire / precios, tarifas, presupuesto, planes / 料金, 価格表, 料金プラン, 見積もり`,
	"tips-carousel": `tip, tips, life hacks, did you know, faq / Tipp, Tipps, Ratgeber, Wusstest du schon /
		conseil, astuces, le saviez-vous / consejo, trucos, sabías que / コツ, 豆知識, ヒント`,
	"brand-banner": `logo, profile cover, linkedin banner, brand / Logo, Titelbild, Marke, Profilbanner /
		logo, bannière, marque / logotipo, portada, marca / ロゴ, ヘッダー画像, ブランド`,
	"hiring-list": `job ad, vacancies, we're hiring, join our team, internship /
		Stellenanzeige, Wir suchen, Ausbildung, Jobs, Minijob / offre d'emploi, on recrute, alternance, stage /
		empleo, buscamos personal, vacante, prácticas / 求人, スタッフ募集, アルバイト, 採用情報`,
	"flash-sale-story": `promotion, discount, 20% off, special offer, clearance, cyber monday / Angebot, Rabatt, Aktion, Räumungsverkauf /
		promotion, soldes, promo, liquidation / promoción, rebajas, descuento, oferta / セール, 割引, キャンペーン, タイムセール`,
	menu: `menu, lunch special, food menu, drinks / Speisekarte, Mittagstisch, Getränkekarte, Tageskarte /
		menu, plat du jour, carte des vins, ardoise / menú, menú del día, carta, bebidas / メニュー, ランチメニュー, お品書き, ドリンク`,
	"recipe-card":
		"recipe, how to cook / Rezept, Kochrezept / recette / receta, receta de cocina / レシピ, 作り方",
	"opening-hours": `opening hours, closed today, holiday hours / Öffnungszeiten, Betriebsferien, heute geschlossen /
		horaires, fermeture exceptionnelle / horario, cerrado por vacaciones / 営業時間, 臨時休業, 定休日`,
	"event-date": `event, save the date, invitation, open house day / Veranstaltung, Einladung, Tag der offenen Tür /
		événement, portes ouvertes / evento, invitación, jornada de puertas abiertas / イベント, 招待状, 開催案内`,
	"fine-invitation":
		"wedding, engagement party / Hochzeit, Hochzeitseinladung / mariage, faire-part / boda, invitación de boda / 結婚式, 結婚",
	birthday:
		"birthday, birthday card / Geburtstag, alles Gute / anniversaire, joyeux anniversaire / cumpleaños, feliz cumpleaños / 誕生日, お誕生日おめでとう",
	"holiday-greeting": `christmas card, season's greetings, happy new year, eid mubarak, mother's day / Weihnachten, Frohe Ostern, Muttertag, Silvester /
		Noël, bonne année, fête des mères / Navidad, feliz año nuevo, día de la madre / クリスマス, 年賀状, 母の日`,
	milestone: `thank you, milestone, 10k followers / Danke, Meilenstein, 1000 Follower / merci, 1000 abonnés / gracias, 1000 seguidores / ありがとう, 感謝, フォロワー達成`,
	"testimonial-stars": `review, testimonial, customer feedback, google review / Bewertung, Kundenstimme, Rezension /
		témoignage, avis client, avis google / reseña, testimonio, opiniones / 口コミ, お客様の声, レビュー`,
	"listing-photos":
		"just listed, house for sale, apartment for rent, real estate / Immobilie, Wohnung zu vermieten / maison à vendre, appartement à louer / piso en alquiler, casa en venta / 不動産, 賃貸物件",
	"property-sign":
		"sold, for rent / verkauft, zu vermieten / vendu, à louer / vendido, se alquila / 売却済み, 成約",
	"bar-chart":
		"chart, graph, bar chart, infographic, survey results / Diagramm, Balkendiagramm, Infografik / graphique, infographie / gráfico, gráfica / グラフ, 棒グラフ, 図表",
	"three-figures":
		"statistics, key figures, kpis / Zahlen, Kennzahlen, Statistik / chiffres clés, statistiques / cifras, estadísticas / 数字, 統計",
	"article-preview":
		"og card, blog post, og image, link preview, newsletter / Blogartikel, Artikel / article de blog / artículo de blog, entrada de blog / 記事, ブログ, アイキャッチ",
	"video-cover":
		"thumbnail, youtube, video cover / Vorschaubild, Videobild / miniature, vignette youtube / miniatura, miniatura de youtube / サムネイル, サムネ",
	"webinar-speakers":
		"speaker card, webinar, conference talk, online course / Vortrag, Webinar, Referentin / conférence, webinaire / conferencia, ponente / 講演, ウェビナー, セミナー",
	"podcast-cover":
		"podcast, new episode / Podcast, neue Folge / podcast, nouvel épisode / podcast, nuevo episodio / ポッドキャスト",
	"bold-quote":
		"quote, motivational quote, saying, slogan / Zitat, Spruch, Motivation / citation, devise / cita, frase motivadora / 名言, 格言",
	"comparison-table":
		"comparison, us vs them, pros and cons / Vergleich, Vor- und Nachteile / comparatif, avantages et inconvénients / comparativa, ventajas y desventajas / 比較, メリット デメリット",
	"before-after":
		"before and after, makeover / Vorher nachher / avant après / antes y después / ビフォーアフター",
	giveaway:
		"giveaway, raffle, win a prize, competition / Gewinnspiel, Verlosung / jeu concours, tirage au sort / sorteo, concurso / プレゼント企画, 抽選, 懸賞",
	coupon:
		"coupon, voucher, gift card, promo code / Gutschein, Rabattcode / bon de réduction, code promo, carte cadeau / cupón, vale, tarjeta regalo / クーポン, 割引券, ギフトカード",
	"new-colleague":
		"welcome to the team, new employee, meet the team, employee of the month / neue Kollegin, Willkommen, Mitarbeiter des Monats / bienvenue, nouveau collaborateur / nuevo compañero, bienvenida / 新入社員, スタッフ紹介",
	question:
		"poll, question, quiz, ask me anything / Umfrage, Frage / sondage, question / encuesta, pregunta / アンケート, 質問",
	"match-result":
		"match result, final score, game day / Spielergebnis, Endstand / résultat du match / resultado del partido / 試合結果",
	timetable:
		"timetable, agenda, programme, class schedule / Stundenplan, Programm, Tagesordnung / emploi du temps, ordre du jour / horario de clases, programa / 時間割, スケジュール, プログラム",
	"week-plan":
		"weekly schedule, course plan, calendar / Wochenplan, Kursplan, Kalender / planning de la semaine, calendrier / plan semanal, calendario / 週間予定, カレンダー",
	"announcement-story":
		"announcement, news, we are moving, important notice / Ankündigung, Neuigkeiten, Wir ziehen um, Wichtiger Hinweis / annonce, actualité / anuncio, novedades, aviso importante / お知らせ, 重要なお知らせ",
	"product-launch":
		"product launch, new product, new arrival / Produkteinführung, neu im Shop, Neuheit / lancement, nouveauté produit / lanzamiento, nuevo producto / 新商品, 新発売",
	"steps-carousel":
		"how to, tutorial, step by step, instructions / Anleitung, Schritt für Schritt / tutoriel, mode d'emploi, étapes / paso a paso, tutorial / 手順, 使い方",
	fundraising:
		"donation, fundraiser, charity / Spende, Spendenaktion / dons, collecte / donación, recaudación de fondos / 寄付, 募金",
	certificate:
		"certificate, award, diploma / Urkunde, Zertifikat / certificat, diplôme / certificado, diploma / 証明書, 賞状",
	"travel-offer":
		"travel deal, holiday offer, hotel / Reiseangebot, Urlaub / voyage, séjour / viaje, oferta de viaje / 旅行, ツアー",
	"code-card":
		"code snippet, developer tip / Code, Quelltext / code, programmation / código / コード",
	"release-notes":
		"changelog, release notes, new features / Versionshinweise, Neue Funktionen / notes de version, nouvelles fonctionnalités / notas de la versión / 更新履歴, 新機能",
	meme: "meme, joke / Meme, Witz / meme, blague / meme, chiste / ミーム",
	countdown:
		"countdown, coming soon, 3 days left / Countdown, noch 3 Tage / compte à rebours / cuenta atrás, próximamente / カウントダウン, 近日公開",
	"photo-collage":
		"collage, moodboard, photo dump / Collage, Fotocollage / montage photo / collage de fotos / コラージュ",
	"kids-party":
		"kids party, children's birthday / Kinderfest, Kindergeburtstag / fête d'enfants, goûter d'anniversaire / fiesta infantil / 子ども会, キッズパーティー",
	"report-cover":
		"report, white paper, ebook, annual report / Bericht, Geschäftsbericht / rapport annuel, livre blanc / informe anual / 報告書, 資料",
	"pin-guide": "pinterest pin / Pinterest / épingle pinterest / pin de pinterest / ピンタレスト",
	"speaker-grid": "speakers, line-up / Referenten, Sprecher / intervenants / ponentes / 登壇者",
	"team-windows":
		"our team, about us / Unser Team, Über uns / notre équipe, à propos / nuestro equipo, quiénes somos / チーム紹介, 会社紹介",
	"essay-page":
		"long text, opinion / Gedanken, Meinung / texte long, réflexions / texto largo / エッセイ, 長文",
	"product-grid":
		"catalogue, bestsellers, collection / Katalog, Bestseller / catalogue, meilleures ventes / catálogo, más vendidos / カタログ, 人気商品",
	"phone-note":
		"checklist, to-do list, packing list / Checkliste, Packliste, Einkaufsliste / liste de contrôle, liste de courses / lista de la compra, lista de tareas / チェックリスト, 持ち物リスト",
};

t.test("what people call things finds a template for them among the first three", async (t) => {
	let words = 0;
	const missed: string[] = [];
	for (const [id, called] of Object.entries(CALLED))
		for (const query of called.split(/[,/]/).map((text) => text.trim())) {
			words += 1;
			const { found } = rankTemplates(templates, query);
			const first = found.slice(0, 3).map((one) => one.id);
			if (!first.includes(id)) missed.push(`${query}: ${first.join(", ")}, not ${id}`);
		}
	t.ok(words > 400, `${words} words`);
	t.strictSame(missed, []);
});

t.test("a compound is found by a part of it, its end first", async (t) => {
	const first = (query: string) => rankTemplates(templates, query).found[0]?.id;
	t.equal(first("Weihnachtsrezept"), "recipe-card");
	t.equal(first("Geburtstagstorte"), "birthday");
	t.equal(first("Gewerbeimmobilie"), "listing-photos");
	t.equal(first("Immobilienfotograf"), "listing-photos");
	t.equal(first("Quarzuhrwerk"), undefined);
});
