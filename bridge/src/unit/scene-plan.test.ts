import { expect, it } from 'vitest'
import { afterRun, dueRuns, forgiven, nextRunAt, type ScenePlan, withList } from './scene-plan.ts'

const minuteMs = 60_000
const scene = (id: number, runs: number[]) => ({
  scene: `3f9a1c0b-e8d2-4775-9a1b-0c2d3e4f5a0${id}`,
  levels: [{ groups: [1], level: 50 }],
  fadeS: 0,
  runs,
  input: null,
})
const list = (version: number, ...scenes: ReturnType<typeof scene>[]) => ({
  version,
  until: '2027-01-01T00:00:00Z',
  scenes,
})
const at = (minute: number, seconds = 0) => minute * minuteMs + seconds * 1000
const planOf = (...args: Parameters<typeof withList>): ScenePlan => withList(...args) as ScenePlan

it('runs each scene once in its minute, two of one minute in the order of the list', () => {
  const plan = planOf(null, list(1, scene(1, [10, 20]), scene(2, [10])), at(5))
  expect(nextRunAt(plan)).toBe(at(10))
  const due = dueRuns(plan, at(10, 30))
  expect(due.map(({ scene: { scene: id }, isMissed }) => [id.at(-1), isMissed])).toEqual([
    ['1', false],
    ['2', false],
  ])
  const after = due.reduce((next, run) => afterRun(next, run), plan)
  expect(dueRuns(after, at(10, 31))).toEqual([])
  expect(nextRunAt(after)).toBe(at(20))
  expect(nextRunAt(planOf(after, list(2), at(11)))).toBeNull()
})

it('misses what is more than a minute late', () => {
  const plan = planOf(null, list(1, scene(1, [10])), at(5))
  expect(dueRuns(plan, at(11)).map(({ isMissed }) => isMissed)).toEqual([false])
  expect(dueRuns(plan, at(11, 1)).map(({ isMissed }) => isMissed)).toEqual([true])
})

it('refuses an older list, and runs nothing of a new one that is past or was run', () => {
  const plan = planOf(null, list(2, scene(1, [10, 20])), at(5))
  expect(withList(plan, list(1), at(6))).toBeNull()
  const [run] = dueRuns(plan, at(10))
  const after = run ? afterRun(plan, run) : plan
  expect(dueRuns(planOf(after, list(3, scene(1, [8, 10, 20])), at(10, 5)), at(10, 6))).toEqual([])
  expect(planOf(after, list(2, scene(1, [10, 20])), at(10, 5)).behind).toEqual(after.behind)
})

it('makes a missed run up when a fast clock was set back, and none that was run', () => {
  const plan = planOf(null, list(1, scene(1, [10, 20])), at(5))
  const [missed] = dueRuns(plan, at(15))
  const after = missed ? afterRun(plan, missed) : plan
  expect(missed?.isMissed).toBe(true)
  expect(nextRunAt(forgiven(after, at(15)))).toBe(at(20))
  expect(nextRunAt(forgiven(after, at(9)))).toBe(at(10))
})
