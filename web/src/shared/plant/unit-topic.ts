export type UnitAddress = { cuType: string; cuId: string }

/** Address of a unit in commands, and its reference in lamps and tests: `logica_0A1B2C`. */
export function topicOf(unit: { cu_type: string; cu_id: string }): string {
  return `${unit.cu_type}_${unit.cu_id}`
}

export function parseTopic(topic: string): UnitAddress {
  const [cuType = '', cuId = ''] = topic.split('_')
  return { cuType, cuId }
}

/** The serial, as people refer to a unit. */
export function serialOf(topic: string): string {
  return parseTopic(topic).cuId
}

/** Lamp positions grouped by unit, as actions address them. */
export function byUnit(lamps: readonly { cu: string; id: number }[]): { topic: string; addr: number[] }[] {
  return [...Map.groupBy(lamps, ({ cu }) => cu)].map(([topic, members]) => ({
    topic,
    addr: members.map(({ id }) => id).sort((a, b) => a - b),
  }))
}
