/** In pixels. Beyond this, the top bar of a page with a hero gets its light background. */
export const TOP_BAR_SCROLL = 50
