import { demoHeader } from '@vigilux/contract/demo-header.ts'

let demo = false

/** Reads from the session's answer whether the server is a demo; the build contains no such flag. */
export function detectDemo(answer: Response): void {
  demo = answer.headers.has(demoHeader)
}

export const isDemo = (): boolean => demo
