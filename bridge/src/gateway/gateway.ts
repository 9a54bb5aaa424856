/** Port to a gateway with DALI lines. A driver is one file beside this one. */

/** 1 continues a transaction, 2 is for people, 3 configures, 4 is automatic, 5 polls (IEC 62386-101). */
export type Priority = 1 | 2 | 3 | 4 | 5

export type OutgoingFrame = {
  data: readonly [number, number]
  /** Sent twice within 100 ms. */
  isTwice: boolean
  expectsAnswer: boolean
  priority: Priority
}

/** No answer is never a value: gear may answer 255. */
export type Answer = { kind: 'none' } | { kind: 'byte'; value: number } | { kind: 'garbled' }

/** Why a frame was not sent, or may not have been. */
export type NotSent =
  | 'gatewayGone'
  | 'noPower'
  | 'noLine'
  | 'bufferFull'
  | 'collision'
  | 'busy'
  | 'timeout'
  /** The gateway refuses the frame, or its answer has no meaning. */
  | 'nonsense'

export type FrameOutcome = { isSent: true; answer: Answer } | { isSent: false; why: NotSent }

export type BusStatus = 'powered' | 'noPower' | 'systemFailure' | 'lowPower'

export type GatewayInfo = { name: string | null; firmware: string | null; protocol: string | null; lines: number }

/** Lines count from 0. */
export type GatewayEvent =
  | { kind: 'opened'; info: GatewayInfo }
  | { kind: 'closed'; why: string }
  /** A message of the gateway without a meaning. */
  | { kind: 'nonsense'; why: string }
  | { kind: 'bus'; line: number; status: BusStatus }
  /** Forward frame of another master. */
  | { kind: 'foreign'; line: number; bits: 16 | 24 | 25; data: readonly number[] }

export type Gateway = {
  /** Host name or IP address. */
  readonly address: string
  readonly info: GatewayInfo | null
  open(): void
  /** One frame per line at a time. */
  send(line: number, frame: OutgoingFrame): Promise<FrameOutcome>
  listen(listener: (event: GatewayEvent) => void): void
  close(): void
}
