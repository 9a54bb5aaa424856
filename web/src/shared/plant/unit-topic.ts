export type UnitAddress = { cuType: string; cuId: string }

/** What addresses a unit in commands, and what lamps and tests name it by: `logica_0A1B2C`. */
export function topicOf(unit: { cu_type: string; cu_id: string }): string {
  return `${unit.cu_type}_${unit.cu_id}`
}

export function addressOf(topic: string): UnitAddress {
  const [cuType = '', cuId = ''] = topic.split('_')
  return { cuType, cuId }
}

/** The serial alone, as people call a unit. */
export function serialOf(topic: string): string {
  return addressOf(topic).cuId
}
