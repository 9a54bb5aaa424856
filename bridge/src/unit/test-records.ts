import { missingResultCauses } from '@vigilux/device-plane/central-units/dali/wire.ts'
import type { TestKind } from '../emergency-test/gear-test.ts'
import type { TestEvent } from '../emergency-test/test-runner.ts'
import type { UnitRecord } from './record-book.ts'

const triggers = ['user', 'automatic', 'local'] as const
const outcomes = ['finished', 'stopped'] as const
const letterOf = (kind: TestKind): 'F' | 'D' => (kind === 'functional' ? 'F' : 'D')

/** An event of a test as a record on the wire. */
export const testRecord = (event: TestEvent): UnitRecord => {
  const { testId } = event
  switch (event.kind) {
    case 'started': {
      const body = { t: testId, k: letterOf(event.test), by: triggers.indexOf(event.trigger), a: event.lamps }
      return { kind: 'test.start', body }
    }
    case 'result': {
      const { test, addr, serial, cause, bytes } = event
      const body = [testId, letterOf(test), addr, serial, missingResultCauses.indexOf(cause), bytes]
      return { kind: 'test.result', body }
    }
    case 'ended':
      return { kind: 'test.end', body: { t: testId, o: outcomes.indexOf(event.outcome) } }
  }
}
