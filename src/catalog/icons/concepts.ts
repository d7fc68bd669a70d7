/**
 * Words that authors of social posts type, and the icons that they mean, the best first. For words
 * that are missing in the icons' own tags, that too many icons mention, or that icons have under
 * another name. An icon without a prefix belongs to Lucide. The words before the colon are
 * synonyms, in any number, hyphenation or spelling ("colour" and "e-mail" need no line here).
 */
const TABLE = `
# Money and business
dollar, dollars, usd: dollar-sign circle-dollar-sign banknote tabler:currency-dollar badge-dollar-sign
cart, shopping cart, add to cart: shopping-cart tabler:shopping-cart shopping-basket shopping-bag
money, cash, earnings, income, finance, finances: banknote coins circle-dollar-sign wallet piggy-bank hand-coins dollar-sign tabler:moneybag
saving, save money, budget, budgeting: piggy-bank wallet coins hand-coins calculator
price, pricing, price tag, cost: tag tags badge-dollar-sign receipt circle-dollar-sign
sale, discount, offer, deal, promo, promotion, black friday: badge-percent tag ticket-percent percent tabler:discount megaphone
coupon, voucher: ticket-percent ticket gift
shopping, shop now, buy, purchase, order now: shopping-cart shopping-bag shopping-basket store credit-card
shop, store, small business: store shopping-bag shopping-cart
growth, grow, growing: trending-up sprout chart-line tabler:growth chart-no-axes-column-increasing rocket tabler:plant
increase, rise, improve, improvement, progress: trending-up arrow-up-right chart-no-axes-column-increasing circle-arrow-up
decrease, decline, loss, drop: trending-down arrow-down-right chart-no-axes-column-decreasing
investment, investing, invest, stocks, stock market, trading: chart-candlestick trending-up chart-line coins landmark
statistics, stats, analytics, metrics, insights, data: chart-column chart-line chart-pie trending-up chart-no-axes-combined
business, work, job, career, hiring, we are hiring: briefcase-business briefcase building-complex handshake user-search
startup, launch, launching, product launch, new product: rocket tabler:confetti party-popper lightbulb
strategy, plan, planning: target route map chess-knight clipboard-list tabler:chess
goal, goals, aim, focus, objective, mission: target crosshair goal flag tabler:focus-2
success, win, winner, winning, achievement, victory: trophy medal award crown tabler:trophy circle-check
deadline, hurry, limited time, last chance, countdown: timer hourglass alarm-clock clock-alert
productivity, efficiency, time management: timer list-checks zap calendar-check clock
leadership, leader, boss, ceo: crown user-star tabler:tie users flag
team, group of people: users users-round tabler:users-group handshake
teamwork, collaboration, partnership: users handshake users-round puzzle tabler:users-group
agreement, contract, cooperation: handshake file-pen
meeting, conference, webinar, presentation: presentation video users mic projector
office: building-complex briefcase-business building
bank: landmark piggy-bank tabler:building-bank
tax, taxes, invoice, bill: receipt receipt-text file-text calculator

# Ideas, learning, mind
idea, ideas, inspiration, tip, tips, advice, did you know: lightbulb tabler:bulb sparkles brain message-circle-question-mark
creative, creativity, brainstorm, brainstorming: lightbulb palette brain sparkles wand-sparkles
ai, artificial intelligence, chatgpt, machine learning: sparkles bot brain brain-circuit tabler:ai wand-sparkles
magic, magical: wand-sparkles sparkles tabler:wand
learn, learning, education, study, studying, course, lesson: graduation-cap book-open book-open-text school pencil notebook-pen
reading, read, read more: book-open book-open-text glasses library
writing, write, blog, blogging, content: pen-line pencil square-pen feather notebook-pen
question, ask, faq, q and a, help, ask me anything: circle-question-mark message-circle-question-mark tabler:help tabler:question-mark
mistake, mistakes, wrong, fail, failure: circle-x x triangle-alert ban
warning, caution, attention, alert, important: triangle-alert circle-alert octagon-alert tabler:alert-triangle siren
myth, fact, facts, truth: circle-check circle-x search scale
motivation, motivational, energy, power: zap flame rocket battery-charging dumbbell mountain
quote, quotes, quotation: quote text-quote message-square-quote tabler:quote
checklist, to do list, todo, tasks, task: list-checks clipboard-check list-todo square-check-big
steps, how to, tutorial, guide, instructions: list-ordered footprints tabler:stairs book-open map route
secret, confidential: lock eye-off key tabler:lock
science, research: flask-conical microscope atom tabler:flask
mental health, mindfulness, meditation, self care: brain heart-handshake tabler:yoga leaf heart

# Talking to followers
swipe, swipe left, swipe right, swipe next: tabler:hand-move tabler:swipe-left tabler:swipe-right move-horizontal arrow-right chevrons-right tabler:hand-finger-right tabler:swipe pointer
next, continue, keep reading: arrow-right chevron-right chevrons-right circle-arrow-right move-right
previous, back, go back: arrow-left chevron-left undo-2 circle-arrow-left
tap, click, click here, touch, press: pointer mouse-pointer-click tabler:hand-click tabler:hand-finger mouse-pointer
scroll, scroll down, swipe up: chevrons-down mouse arrow-down tabler:swipe-up chevrons-up arrow-up
look, point, pointing, here, this: tabler:hand-finger-right tabler:hand-finger tabler:hand-finger-down pointer eye arrow-right
like, likes, thumbs up, well done: thumbs-up heart tabler:thumb-up
dislike, thumbs down: thumbs-down tabler:thumb-down heart-off
love, romance, valentine: heart tabler:hearts hand-heart heart-handshake tabler:heart-filled
follow, follow me, follower, followers, subscriber: user-plus users bell-plus tabler:user-heart user-check
subscribe, notification, notifications, turn on notifications: bell bell-ring bell-plus tabler:bell-ringing mail-plus
share, repost, send to a friend: share-2 share send tabler:share forward repeat-2
retweet, repeat: repeat-2 repeat tabler:repeat refresh-cw
save, save post, save for later, bookmark: bookmark bookmark-plus save tabler:bookmark download
comment, comments, reply, feedback: message-circle message-square message-circle-more messages-square reply
message, messages, chat, dm, direct message, talk, conversation: message-circle send message-square messages-square tabler:message
tag a friend, mention, at sign: at-sign user-plus users tag
link in bio, link, url: link link-2 tabler:link external-link
hashtag, hash tag: hash tabler:hash
viral, trending, trend, popular, hot: flame trending-up rocket chart-line
influencer, content creator, creator: star camera smartphone user-star video megaphone
announcement, announce, news, breaking news, marketing, advertising, advertisement: megaphone newspaper bell tabler:speakerphone rss
social media, social network: share-2 tabler:social hash thumbs-up heart message-circle tabler:brand-instagram
new, brand new: sparkles badge-plus tabler:new-section star circle-plus
review, reviews, rating, testimonial, stars: star message-square-quote star-half tabler:stars thumbs-up
giveaway, prize, gift, present, free gift: gift trophy tabler:gift ticket party-popper
poll, vote, survey, quiz: vote chart-bar list-checks clipboard-list
live, live stream, go live, streaming, on air: radio video tabler:live-photo tabler:broadcast tabler:brand-apple-podcast
email, mail, newsletter, letter, envelope, inbox: mail at-sign tabler:mail mail-open send inbox
phone, call, call us, telephone, contact, contact us: phone phone-call smartphone mail contact message-circle
website, web, internet, online: globe tabler:world-www mouse-pointer-click wifi monitor app-window
location, address, place, where, visit us, find us: map-pin map navigation tabler:map-pin locate
event, date, schedule, appointment, save the date: calendar calendar-days calendar-check calendar-clock
celebration, celebrate, congratulations, congrats, party, hooray: party-popper tabler:confetti cake tabler:balloon tabler:glass-champagne wine
birthday, happy birthday, anniversary: cake gift party-popper tabler:balloon cake-slice
thank you, thanks, gratitude, please: hand-heart heart heart-handshake tabler:heart-handshake face-slightly-smiling
hello, hi, welcome, wave, waving, bye: hand tabler:hand-stop face-slightly-smiling tabler:mood-smile hand-metal
applause, clap, bravo: tabler:hand-love-you hand-metal party-popper thumbs-up trophy

# Marks
close, dismiss, exit: x circle-x square-x tabler:x log-out
one, number one, first: tabler:number-1 tabler:circle-number-1 tabler:square-number-1 medal trophy
logo, logos, brand, brands: tabler:brand-instagram tabler:brand-facebook tabler:brand-x tabler:brand-tiktok tabler:brand-youtube tabler:brand-linkedin tabler:brand-whatsapp tabler:brand-google
check mark, check, checked, tick, done, yes, correct, approved: check circle-check circle-check-big square-check badge-check check-check
verified, blue tick: badge-check tabler:rosette-discount-check circle-check shield-check
cross, no, wrong answer, x mark, cancel: x circle-x square-x ban
cross sign, christian: cross church
plus sign, add: plus circle-plus square-plus
trash can, trash, rubbish, rubbish bin, bin, garbage, dustbin, waste basket, delete: trash tabler:trash
recycling, recycle: recycle tabler:recycle leaf
exclamation mark, exclamation: tabler:exclamation-mark circle-alert triangle-alert
search, magnifying glass, magnifier, find: search tabler:search zoom-in search-check
settings, gear, cog, preferences: settings cog settings-2 sliders-horizontal
safe, security, secure, protection, privacy, safety: shield-check lock shield lock-keyhole key
password, login: lock key-round lock-keyhole log-in
arrow, arrows: arrow-right arrow-left arrow-up arrow-down move-right circle-arrow-right arrow-up-right
star, favourite: star tabler:star sparkles sparkle
sparkle, sparkles, shine, glitter, clean: sparkles sparkle tabler:sparkles
play, play button, watch video: circle-play play square-play tabler:player-play
mute, silent: volume-x volume-off bell-off mic-off
sound, volume, sound on, speaker: volume-2 speaker volume-1 audio-lines
time, hour, hours, opening hours: clock watch hourglass timer tabler:clock

# Food and drink
food, meal, restaurant, eat, eating, dinner, lunch, dining: utensils utensils-crossed tabler:tools-kitchen-2 pizza salad chef-hat soup sandwich
cooking, cook, recipe, recipes, kitchen: chef-hat cooking-pot utensils tabler:chef-hat tabler:tools-kitchen
breakfast, brunch: egg-fried croissant coffee tabler:egg-fried
coffee, cafe, tea, coffee break: coffee tabler:coffee tabler:mug tabler:cup
drink, drinks, bar, cocktail, happy hour: martini wine beer glass-water cup-soda tabler:glass-cocktail
beer, pub: beer tabler:beer
healthy food, vegan, vegetarian, diet, nutrition, healthy eating: salad apple carrot leafy-green vegan tabler:salad
dessert, sweet, sweets, cake, baking, bakery: cake-slice cake cupcake tabler:cake cookie ice-cream-cone croissant donut
fast food, burger, hamburger, junk food: hamburger tabler:burger pizza
fruit, fruits: apple cherry grape banana citrus

# Travel and places
rocket ship, spaceship, space ship: rocket tabler:rocket tabler:ufo satellite
travel, travelling, trip, journey, vacation, holiday, holidays: plane luggage tabler:plane globe map tree-palm tabler:beach compass backpack
flight, fly, airplane, aeroplane, airport: plane plane-takeoff plane-landing tabler:plane-departure tickets-plane
hotel, accommodation: hotel bed-double bed tabler:bed
beach, summer, summer holiday, seaside: tree-palm sun umbrella tabler:beach waves-horizontal tabler:sunglasses
adventure, explore, exploring, discover: compass mountain map tent binoculars tabler:compass
hiking, hike, camping, outdoors: mountain tent backpack tent-tree trees footprints
mountains: mountain mountain-snow tabler:mountain
car, cars, drive, driving, road trip: car car-front tabler:car route
truck, lorry, delivery, shipping, free delivery, free shipping: truck package tabler:truck-delivery tabler:truck
bicycle, cycling, bike: bike tabler:bike
train, railway, tube, underground: train-front tram-front tabler:train
boat, ship, cruise, sailing: sailboat ship tabler:sailboat anchor
world, earth, planet, international, global: globe earth tabler:world
home, house, real estate, property, flat, apartment: house tabler:home building building-complex key-round tabler:building-community
city, town: building-complex tabler:building-skyscraper tabler:buildings map
map: map map-pin map-pinned tabler:map

# Nature and seasons
fire, flame, lit, on fire: flame tabler:flame flame-kindling tabler:campfire
nature, environment, eco, eco friendly, ecology, green, sustainability, sustainable: leaf sprout trees tabler:leaf tree-deciduous recycle earth
plant, plants, gardening, garden: sprout tabler:plant tabler:plant-2 leaf flower shovel
flower, flowers, spring: flower flower-2 tabler:flower rose
weather: cloud-sun sun cloud-rain cloud snowflake
sunshine, sunny, good morning, morning: sun sunrise cloud-sun tabler:sun tabler:sunrise coffee
night, good night, sleep, evening, bedtime: moon moon-star bed tabler:zzz tabler:moon-stars
winter, snow, cold: snowflake thermometer-snowflake tabler:snowman cloud-snow
autumn, fall season, halloween: leaf tabler:pumpkin-scary ghost tabler:leaf skull
christmas, xmas: tree-pine gift tabler:christmas-tree tabler:christmas-ball snowflake bell
easter: egg rabbit tabler:egg
water, rain: droplet droplets tabler:droplet glass-water cloud-rain umbrella
lightning, thunder, fast, speed, quick: zap tabler:bolt gauge rocket cloud-lightning
animal, animals, pet, pets: paw-print dog cat rabbit bird
dog, puppy: dog tabler:dog paw-print bone
cat, kitten: cat tabler:cat paw-print

# Body, health, sport
health, healthy, wellness, medical, medicine, doctor: heart-pulse stethoscope hospital pill tabler:heartbeat activity
fitness, gym, workout, exercise, training, sport, sports, strength: dumbbell tabler:barbell biceps-flexed activity tabler:run heart-pulse
running, run, runner, jogging: tabler:run footprints activity tabler:shoe
yoga, stretching: tabler:yoga tabler:stretching flower-2
football, soccer: tabler:ball-football goal volleyball tabler:soccer-field
american football: tabler:ball-american-football
basketball: tabler:ball-basketball
beauty, makeup, make up, cosmetics, skin care: sparkles brush spray-can flower-2 tabler:perfume
hair, hairdresser, haircut, barber, salon: scissors tabler:scissors brush tabler:razor
fashion, clothes, clothing, outfit, style: shirt tabler:hanger tabler:shirt shopping-bag gem tabler:shoe
jewellery, diamond, luxury, premium: gem diamond crown tabler:diamond
family, kids, children, parents: users-round baby house-heart tabler:users house tabler:mood-kid
baby, mum, mom, motherhood, pregnancy: baby tabler:baby-carriage tabler:baby-bottle milk
wedding, engagement, marriage, married: gem heart church tabler:hearts
community, people, group, audience: users users-round tabler:users-group tabler:users messages-square
person, user, profile, account: user circle-user user-round tabler:user
happy, happiness, smile, smiley, joy: face-slightly-smiling tabler:mood-smile face-grinning tabler:mood-happy face-slightly-smiling-plus
sad, unhappy, cry, crying: face-slightly-frowning tabler:mood-sad tabler:mood-cry heart-crack
angry, anger: tabler:mood-angry face-angry tabler:mood-annoyed
heartbreak, broken heart, break up: heart-crack tabler:heart-broken
peace: tabler:peace tabler:hand-two-fingers
strong, muscle, biceps: biceps-flexed dumbbell tabler:barbell

# Media and technology
photo, photos, picture, image, photography, photographer: camera image images tabler:photo aperture
camera, take a picture: camera tabler:camera aperture
selfie: tabler:camera-selfie smartphone camera
video, videos, film, vlog, reel, reels: video clapperboard film tabler:video circle-play
movie, movies, cinema, popcorn: clapperboard film popcorn tabler:movie ticket
tv, television: tv tabler:device-tv monitor-play
music, song, playlist: music music-2 tabler:music headphones disc-3
podcast, microphone, recording, interview: mic tabler:microphone mic-vocal headphones
game, games, gaming, gamer, video game: gamepad-2 gamepad joystick tabler:device-gamepad-2 dices
mobile phone, smartphone, iphone, app, cell phone: smartphone tabler:device-mobile tablet-smartphone
computer, laptop, notebook computer, pc: laptop monitor tabler:device-laptop tabler:device-desktop
code, coding, programming, developer, software: code code-xml terminal tabler:code braces
design, designer, graphic design: palette pen-tool brush tabler:palette paintbrush
art, painting, paint: palette paintbrush brush tabler:palette
paint, colour, colours: palette paintbrush paint-bucket tabler:palette tabler:color-swatch
crypto, bitcoin, cryptocurrency: bitcoin tabler:currency-bitcoin coins tabler:coin-bitcoin
download: download cloud-download tabler:download
upload: upload cloud-upload tabler:upload
calculator, maths, math: calculator tabler:math tabler:calculator
tool, tools, diy, repair, fix: wrench hammer tabler:tools drill settings
lift, elevator: tabler:elevator
insurance: umbrella shield-check tabler:umbrella
law, legal, lawyer, justice: scale gavel tabler:scale landmark
charity, donate, donation, volunteer, giving: hand-heart hand-coins heart-handshake tabler:heart-handshake
religion, prayer, pray, faith: church tabler:pray cross tabler:building-mosque
growth mindset, mindset: brain sprout trending-up
books: book-open library book tabler:books
calendar: calendar calendar-days tabler:calendar
key: key key-round tabler:key
crown, king, queen, vip: crown tabler:crown gem

# Networks and brands, by what people call them
instagram, insta, ig: tabler:brand-instagram tabler:brand-instagram-filled
facebook, fb, meta: tabler:brand-facebook tabler:brand-meta tabler:brand-facebook-filled
twitter, x twitter: tabler:brand-x tabler:brand-twitter
youtube, yt: tabler:brand-youtube tabler:brand-youtube-filled
tiktok, tik tok: tabler:brand-tiktok tabler:brand-tiktok-filled
linkedin, linked in: tabler:brand-linkedin
whatsapp, whats app: tabler:brand-whatsapp
`;

/** Icon ids in order of preference, with all their words. */
export interface Concept {
	readonly phrases: readonly string[];
	readonly icons: readonly string[];
}

/** The parsed table. */
export const CONCEPTS: readonly Concept[] = TABLE.split("\n")
	.filter((line) => line.includes(":") && !line.startsWith("#"))
	.map((line) => {
		const colon = line.indexOf(":");
		return {
			phrases: line
				.slice(0, colon)
				.split(",")
				.map((phrase) => phrase.trim()),
			icons: line
				.slice(colon + 1)
				.trim()
				.split(/\s+/)
				.map((icon) => (icon.includes(":") ? icon : `lucide:${icon}`)),
		};
	});
