/** Frame from a master: 16 bits for control gear, 24 for input devices, 25 of Lunatone's eDALI. */
export type ForwardFrame = { bits: 16 | 24 | 25; data: readonly number[] }

/** Priority by which a master waits before a frame: 1 continues a transaction, 5 polls. */
export type Priority = 1 | 2 | 3 | 4 | 5

/** Answer on the bus. Several answers at once are garbled. */
export type Heard = { kind: 'none' } | { kind: 'byte'; value: number } | { kind: 'garbled' }

export type SendResult = 'sent' | 'noPower' | 'collision'
export type SendOutcome = { result: SendResult; heard: Heard }

/** Traffic as each listener on the bus sees it. */
export type Traffic =
  | { kind: 'forward'; at: number; sender: string; frame: ForwardFrame }
  | { kind: 'backward'; at: number; to: string; heard: Exclude<Heard, { kind: 'none' }> }
  | { kind: 'power'; at: number; isOn: boolean }
  | { kind: 'systemFailure'; at: number }

/** Milliseconds on a bus of 1,200 bit/s (IEC 62386-101). */
export const timing = {
  forward: { 16: 14.2, 24: 20.8, 25: 21.7 },
  backward: 7.5,
  stop: 2.4,
  /** End of a frame to the start of the next. */
  pause: { 1: 14.1, 2: 15.5, 3: 17, 4: 18.6, 5: 20.3 },
  /** No answer begins after this time. */
  answerWindow: 12.4,
  sendTwice: 100,
  systemFailure: 550,
} as const
