import { z } from 'zod'
import type { BusStatus, NotSent } from './gateway.ts'

/** Messages of the Lunatone DALI-2 IoT WebSocket. Unknown members are ignored: firmware adds some. */

const line = z.int().min(0).max(15)

const text = z.string().max(200).nullish()
const count = z.union([z.string(), z.number()]).nullish()

export const infoData = z.object({
  name: text,
  version: text,
  descriptor: z.object({
    lines: z.int().min(1).max(16),
    protocolVersion: text,
    protocolVersionMajor: count,
    protocolVersionMinor: count,
  }),
})

/** Answers `[null]` or `null` mean "unreadable". */
const answerByte = z.union([z.number(), z.array(z.number().nullable()).max(4), z.null()]).optional()

export const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('info'), data: infoData }),
  z.object({ type: z.literal('daliFrame'), data: z.object({ line, result: z.int() }) }),
  z.object({ type: z.literal('daliAnswer'), data: z.object({ line, result: z.int(), daliData: answerByte }) }),
  z.object({
    type: z.literal('daliMonitor'),
    data: z.object({
      line,
      bits: z.int(),
      data: z.array(z.int().min(0).max(255).nullable()).max(4).nullish(),
      framingError: z.boolean().nullish(),
    }),
  }),
  z.object({ type: z.literal('daliStatus'), data: z.object({ line, status: z.int() }) }),
])
export type LunatoneMessage = z.infer<typeof message>

export const otherMessage = z.object({ type: z.string() })
export const isOwnType = (type: string): boolean => message.options.some(({ shape }) => shape.type.value === type)

/** Meanings of confirmations other than 0 and 100. */
export const refusals: Record<number, NotSent> = {
  1: 'noPower',
  2: 'busy',
  3: 'busy',
  4: 'bufferFull',
  5: 'noLine',
  6: 'nonsense',
  7: 'busy',
  61: 'collision',
  62: 'collision',
  63: 'timeout',
}
/** Sent, and without an answer. */
export const noAnswerResult = 100

/** Answer results. */
export const answerResult = { none: 0, byte: 8, garbled: 63 } as const

export const busStatuses: Record<number, BusStatus> = {
  0: 'noPower',
  1: 'systemFailure',
  2: 'powered',
  5: 'lowPower',
}
