import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * No web component replaces a missing answer by a default: "none" and "0" would be claims. Components read answers with
 * `useAnswer` inside an `AnswerBoundary`. Elsewhere the code decides the page's contents while the answer is unknown.
 */

/** These folders read no server answers: they handle socket messages, pushes, or the reading itself. */
const apiFolders = /^web\/src\/(?:shared\/(?:api|realtime)|offline-worker|testing)\//

const defaults = String.raw`(?:\?\.| \?\?)`
const dataDefault = new RegExp(String.raw`(?<!\bstate)\.data(?:\s*)${defaults}`, 'g')
const destructuredData = /\{([^{}]*\bdata\b[^{}]*)\}\s*=\s*(?:await )?use[A-Z]\w*/g

/** The names under which a file holds the `data` of a query, and whether one gets a default at once. */
function namesOf(source: string): { names: string[]; defaulted: boolean } {
  const parts = [...source.matchAll(destructuredData)].flatMap(([, names = '']) => names.split(','))
  const found = parts.map((part) => /^\s*data(?::\s*(\w+))?\s*(=)?/.exec(part)).filter((match) => match !== null)
  return {
    names: found.map(([, alias]) => alias ?? 'data'),
    defaulted: found.some(([, , initializer]) => initializer === '='),
  }
}

const defaultsIn = (source: string): string[] => {
  const { names, defaulted } = namesOf(source)
  const usedDefaults = names.flatMap((name) => [
    ...source.matchAll(new RegExp(String.raw`(?<![.\w])${name}${defaults}`, 'g')),
  ])
  return [...[...source.matchAll(dataDefault), ...usedDefaults].map(([text]) => text), ...(defaulted ? ['data ='] : [])]
}

const sources = repositoryFiles().filter(
  (path) => /^web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !apiFolders.test(path),
)

test('components do not default missing answers', () => {
  expect(sources.length).toBeGreaterThan(700)
  expect(sources.flatMap((path) => defaultsIn(readSource(path)).map((text) => `${path}: ${text}`))).toEqual([])
})

/** Code without `useAnswer` asks about the request: whether it is pending, failed, or repeatable. */
const readers = new Map([
  ['web/src/demo/demo-api.ts', 'an operator of the demo sees which read fails'],
  ['web/src/features/accounts/ViewCard.tsx', 'reads again before it saves'],
  ['web/src/features/accounts/company.ts', 'finds the company while an address is typed'],
  ['web/src/features/attachments/PhotoNotice.tsx', 'reads once a file is chosen'],
  ['web/src/features/central-units/enrolment/KeysStep.tsx', 'a refusal is a step of its own'],
  ['web/src/features/compliance/InspectorPage.tsx', 'reads again at a press, and shows when that is refused'],
  ['web/src/features/emergency-tests/RepeatTest.tsx', 'the button shows that it loads, beside the results'],
  ['web/src/features/floor-plans/use-plan-picture.ts', 'the plan stays usable while its drawing loads'],
  ['web/src/features/logbook/Entries.tsx', 'reads again at a press'],
  ['web/src/features/plants-map/PlantsMap.tsx', 'the map stays usable while its pins load'],
  ['web/src/features/reports/ReportButton.tsx', 'polls the report that a write has begun'],
  ['web/src/features/support/ServiceState.tsx', 'a part that does not answer is of unknown state'],
  ['web/src/shared/plant/lamps.ts', 'a long list is shown while it grows'],
  ['web/src/shared/plant/plant.ts', 'the frame shows that a plant is refused'],
  ['web/src/shared/plant/use-command.ts', 'polls the command that a write or an event has begun'],
  ['web/src/shared/product/ProductCard.tsx', 'a code outside the catalogue is refused, and shown as it is'],
  ['web/src/shared/session/session.ts', 'nobody is signed in until a session is found'],
  ['web/src/shared/table/use-saved-setting.ts', 'shows the choice of this browser until that of the account is loaded'],
  ['web/src/shell/PowerCutBanner.tsx', 'the alarm stands while its details load'],
  ['web/src/shell/Rail.tsx', 'shows what a page has read, and nothing before'],
  ['web/src/shell/SearchBox.tsx', 'Enter waits for the hits of the whole word'],
  ['web/src/shell/printing/PrintHead.tsx', 'paper leaves out what has not loaded yet'],
])

test('every read without useAnswer is on the list of exceptions', () => {
  const callers = sources.filter((path) => /\buse(?:Action|Query)(?:<[^()]*>)?\(/.test(readSource(path)))
  expect(callers).toEqual([...readers.keys()])
})

/** Pages with a failure shown beside present data. A map, a drawing, a growing list, a running step, the frame. */
const allowedFiles = new Set([
  'web/src/features/central-units/enrolment/KeysStep.tsx',
  'web/src/features/emergency-tests/RepeatTest.tsx',
  'web/src/features/floor-plans/PlanView.tsx',
  'web/src/features/floor-plans/SpotPlan.tsx',
  'web/src/features/lamps/LampsPage.tsx',
  'web/src/features/plants-map/PlantsMap.tsx',
  'web/src/shell/SignedInFrame.tsx',
])

test('an error boundary shows the error of a read', () => {
  const filesWithRefetch = sources.filter((path) => /<ErrorState[^<]*refetch\(\)/.test(readSource(path)))
  expect(new Set(filesWithRefetch)).toEqual(allowedFiles)
})

test.each([
  ["const rooms = useAction('getRooms', { plantId }).data?.rooms ?? []", 1],
  ["const { rooms = [] } = useAction('getRooms', { plantId }).data ?? {}", 1],
  ["const { data } = useAction('getRooms', {})\nconst count = data?.rooms.length ?? 0", 1],
  ["const { data: found } = useAction('getRooms', {})\nconst rooms = found ?? none", 1],
  ["const { data = none } = useAction('getRooms', {})", 1],
  ["const { rooms } = useAnswer('getRooms', { plantId })\nconst first = rooms[0]?.name ?? ''", 0],
  ['refetchInterval: (query) => (query.state.data?.command.pending === false ? false : 4000)', 0],
])('%s', (source, found) => {
  expect(defaultsIn(source)).toHaveLength(found)
})
