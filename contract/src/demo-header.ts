/**
 * The header, on the answer about who is signed in, with which a server says that it is a demo. It stands apart from what
 * the demo can be asked, so that a client knows it without any of the rest.
 */
export const demoHeader = 'x-vigilux-demo'
