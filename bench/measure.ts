import mqtt from 'mqtt'

/** Minimum, median and maximum of three runs; for a single measurement all the same. */
export type Spread = { min: number; median: number; max: number }

/** One line of the table: our figure, and the limit of the same machine in the same run. */
export type Figure = {
  name: string
  /** The median of three measurements, or a single one. */
  value: number
  spread?: Spread
  unit: string
  /** The reference figure, and its description. */
  limit?: { value: number; what: string; spread?: Spread }
  note?: string
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const roundValue = (value: number): number => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** Milliseconds of a piece of work, repeated. */
export const measureTimes = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  const all: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work()
    all.push(performance.now() - startedAt)
  }
  return all
}

/** Repeats a measurement three times, optionally after a warm-up. */
export const measureThrice = async (measure: () => Promise<number>, warm = false): Promise<number[]> => {
  if (warm) await measure()
  return [await measure(), await measure(), await measure()]
}

const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return { min: at(0), median: at(sorted.length >> 1), max: at(sorted.length - 1) }
}

/** A figure of three runs, and its limit in the same runs. */
export const figureOf = (
  name: string,
  unit: string,
  values: readonly number[],
  limit?: { values: readonly number[]; what: string },
  note?: string,
): Figure => {
  const spread = spreadOf(values)
  const limitSpread = limit && spreadOf(limit.values)
  return {
    name,
    value: spread.median,
    spread,
    unit,
    ...(limit && limitSpread ? { limit: { value: limitSpread.median, what: limit.what, spread: limitSpread } } : {}),
    ...(note === undefined ? {} : { note }),
  }
}

const formatValue = (value: number, unit: string, spread?: Spread): string =>
  spread
    ? `${roundValue(spread.min)} / ${roundValue(spread.median)} / ${roundValue(spread.max)} ${unit}`
    : `${roundValue(value)} ${unit}`

export const printTable = (figures: readonly Figure[]): void => {
  const rows = figures.map(({ name, value, unit, spread, limit, note }) => [
    name,
    formatValue(value, unit, spread),
    limit ? `${formatValue(limit.value, unit, limit.spread)} (${limit.what})` : '',
    limit ? `${Math.round((value / limit.value) * 100)} %` : '',
    note ?? '',
  ])
  const head = ['figure', 'ours (min / median / max)', 'limit in the same run', 'ratio', 'note']
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows])
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
}

/** Without this, every message waits for the TCP acknowledgement of the previous one. */
export const disableNagle = (client: { stream: unknown }): void => {
  ;(client.stream as { setNoDelay?(isOn: boolean): void }).setNoDelay?.(true)
}

/** A broker client which sends each packet at once and does not reconnect. */
export const connect = (url: string, options: mqtt.IClientOptions) =>
  new Promise<mqtt.MqttClient>((resolve, reject) => {
    const client = mqtt.connect(url, { reconnectPeriod: 0, clean: true, ...options })
    client.once('connect', () => {
      disableNagle(client)
      resolve(client)
    })
    client.once('error', reject)
  })
