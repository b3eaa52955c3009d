/** Of this product; equals package.json's, which a test sees to (the bundle carries no package.json). */
export const VERSION = "0.1.0";
