import { demoHeader } from '@vigilux/contract/demo-header.ts'

let demo = false

/** Reads from the answer about who is signed in whether the server is a demo; nothing in the build says so. */
export function detectDemo(answer: Response): void {
  demo = answer.headers.has(demoHeader)
}

export const isDemo = (): boolean => demo
