const LIST = `
heart thumbs-up message-circle share-2 bookmark send bell star
tabler:brand-instagram tabler:brand-facebook tabler:brand-tiktok tabler:brand-youtube
tabler:brand-linkedin tabler:brand-x tabler:brand-whatsapp tabler:brand-pinterest
tabler:brand-threads tabler:brand-telegram
arrow-right arrow-left arrow-up-right chevrons-right pointer tabler:hand-finger-right tabler:hand-move
check circle-check badge-check x circle-x plus circle-question-mark triangle-alert
flame sparkles rocket lightbulb zap trophy crown target trending-up chart-column
megaphone gift party-popper cake tag badge-percent shopping-bag shopping-cart banknote coins
calendar clock map-pin phone mail globe link hash at-sign quote
camera image video circle-play music mic headphones smartphone
user users handshake face-slightly-smiling hand-heart brain graduation-cap book-open briefcase-business
house plane sun leaf coffee utensils dumbbell lock
`;

/** Ids of the icons that social posts use most, for searches without a query. */
export const POPULAR_ICONS: readonly string[] = LIST.trim()
	.split(/\s+/)
	.map((icon) => (icon.includes(":") ? icon : `lucide:${icon}`));
