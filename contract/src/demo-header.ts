/**
 * Response header of a demo server, sent with the answer about who is signed in. In its own file, so a client imports
 * nothing else of the demo.
 */
export const demoHeader = 'x-vigilux-demo'

/**
 * `Server-Timing` entry of a demo server on the page itself, where code cannot read headers. Only a prefetch hint,
 * because browsers may hide it from the page.
 */
export const demoTiming = 'demo'
