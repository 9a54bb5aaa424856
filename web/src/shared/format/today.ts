/** The day that the device's clock shows, as ISO 8601 writes it, which is how Swedes do. */
export const today = (): string => new Date().toLocaleDateString('sv')
