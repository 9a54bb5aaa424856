/** The units of the ingest measurement, and their messages. */

/** Enough units for a transaction with each lamp once; with fewer, the bare rows would be fewer than ours. */
export const units = 100
export const messagesPerUnit = 80
export const lampsPerMessage = 8
export const messagesOfRound = units * messagesPerUnit

/** A unit's state changes with each round: charge and level move. */
export const stateOf = (round: number, seq: number): string => {
  const first = (seq * lampsPerMessage) % 96
  const level = 128 + ((seq + round) % 127)
  const lamps = Array.from({ length: lampsPerMessage }, (_, index) => {
    return [first + index + 1, '0A1B2C', 0, 2, 8, 0, 2, level, 30, level, 9, 1, 0, 'ST-8', '1.0']
  })
  return JSON.stringify({
    life: 'be9c0be9c0be9c01',
    boot: 9 + round,
    seq,
    at: new Date().toISOString(),
    body: { l: lamps },
  })
}

export const benchUnits = Array.from({ length: units }, (_, index) => {
  const cuId = (0xb0000 + index).toString(16).toUpperCase().padStart(6, '0')
  return { cuId, unit: `logica_${cuId}`, topic: `v1/logica_${cuId}/up/state` }
})
