import type { SceneTime } from '@vigilux/contract/features/scenes/scene.ts'

/** Levels of a demo scene for corridors, halls and the rest, each in percent or unchanged. */
export type DemoScene = {
  name: string
  levels: readonly [corridors: number | null, halls: number | null, rest: number | null]
  ramp: boolean
  starts: 'manual' | 'input' | { time: SceneTime; weekdays: readonly number[]; skipHolidays: boolean }
}

export type DemoLight = {
  /** Aggregations of the first unit, with the groups of each. */
  aggregations: readonly (readonly [name: string, groups: readonly number[]])[]
  scenes: readonly DemoScene[]
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]
const groups = [
  [1, 2, 3, 4, 5, 6],
  [7, 8, 9, 10, 11],
  [12, 13, 14, 15, 16],
]

type Names = {
  aggregations: readonly [string, string, string]
  /** By sunrise, by sunset, before work, by hand, and by a switch. */
  scenes: readonly [day: string, night: string, cleaning: string, all: string, entrance: string]
}

const lightOf = ({
  aggregations,
  scenes: [dayScene, nightScene, cleaningScene, allScene, entranceScene],
}: Names): DemoLight => {
  const at = (time: SceneTime, weekdays = everyDay) => ({ time, weekdays, skipHolidays: weekdays === workdays })
  return {
    aggregations: aggregations.map((name, n) => [name, groups[n] ?? []] as const),
    scenes: [
      { name: dayScene, levels: [40, 60, null], ramp: false, starts: at({ kind: 'dawn', offset: 0 }) },
      { name: nightScene, levels: [20, 10, 0], ramp: true, starts: at({ kind: 'sunset', offset: 15 }) },
      {
        name: cleaningScene,
        levels: [70, 70, null],
        ramp: false,
        starts: at({ kind: 'exact', at: '05:30' }, workdays),
      },
      { name: allScene, levels: [100, 100, 100], ramp: false, starts: 'manual' },
      { name: entranceScene, levels: [60, null, null], ramp: false, starts: 'input' },
    ],
  }
}

const italian: Names = {
  aggregations: ['Corridoi', 'Sale', 'Locali di servizio'],
  scenes: ['Giorno', 'Notte', 'Pulizie del mattino', 'Tutto acceso', 'Ingresso di notte'],
}

/** Plants of the demo with scenes, in the local language. */
export const demoLight: Readonly<Record<string, DemoLight>> = {
  hospital: lightOf(italian),
  hotel: lightOf(italian),
  theatre: lightOf({
    ...italian,
    scenes: ['Giorno', 'Dopo lo spettacolo', 'Pulizie del mattino', 'Entrata del pubblico', 'Ingresso artisti'],
  }),
  logistics: lightOf({
    aggregations: ['Gänge', 'Hallen', 'Nebenräume'],
    scenes: ['Tag', 'Nacht', 'Frühschicht', 'Alles an', 'Tor 1 bei Nacht'],
  }),
}
