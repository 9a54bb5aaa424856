/**
 * The header, on the answer about who is signed in, with which a server says that it is a demo. It stands apart from what
 * the demo can be asked, so that a client knows it without any of the rest.
 */
export const demoHeader = 'x-vigilux-demo'

/**
 * The entry of `Server-Timing` with which such a server says it on the page itself, which no code can read otherwise: a hint of what to
 * fetch early, no more, as browsers may keep it from the page.
 */
export const demoTiming = 'demo'
