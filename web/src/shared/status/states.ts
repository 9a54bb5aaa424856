import {
  type Icon,
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconBattery2,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleOff,
  IconClockX,
  IconCloudOff,
  IconHandStop,
  IconHelpHexagon,
  IconProgress,
} from '@tabler/icons-react'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import type { StateTone } from '../theme/tokens.ts'

/** States of particular things, besides the conditions of plants, units and lamps. */
type OwnState = 'notAcquired' | 'disabled' | 'passed' | 'passedInPart' | 'failed'

/** A state as a person sees it. Its text has the locale key `shared:state.<name>`. */
export type StateName = Condition | OwnState

type StateStyle = { tone: StateTone; icon: Icon; severity: number }

/** Icon, colours and rank of every state; the ranks follow the contract's order of conditions. */
const states: Record<StateName, StateStyle> = {
  emergency: { tone: 'emergency', icon: IconBattery2, severity: 9 },
  error: { tone: 'error', icon: IconAlertOctagonFilled, severity: 8 },
  failed: { tone: 'error', icon: IconAlertOctagonFilled, severity: 8 },
  offline: { tone: 'offline', icon: IconCloudOff, severity: 7 },
  notAcquired: { tone: 'offline', icon: IconHelpHexagon, severity: 7 },
  inhibited: { tone: 'inhibited', icon: IconHandStop, severity: 6 },
  disabled: { tone: 'inhibited', icon: IconCircleOff, severity: 6 },
  warning: { tone: 'warning', icon: IconAlertTriangleFilled, severity: 5 },
  notExecuted: { tone: 'not-executed', icon: IconClockX, severity: 4 },
  passedInPart: { tone: 'not-executed', icon: IconCircleDashedCheck, severity: 4 },
  testRunning: { tone: 'test', icon: IconProgress, severity: 3 },
  unknown: { tone: 'offline', icon: IconHelpHexagon, severity: 2 },
  ok: { tone: 'ok', icon: IconCircleCheck, severity: 1 },
  passed: { tone: 'ok', icon: IconCircleCheck, severity: 1 },
}

export function isState(name: string): name is StateName {
  return Object.hasOwn(states, name)
}

/** The style of a state; a newer server's state, unknown to this client, looks unknown. */
export function styleOf(state: string): StateStyle {
  return isState(state) ? states[state] : states.unknown
}

/** Worst first: the order of every list and of every row of counts. */
export function bySeverity(a: StateName, b: StateName): number {
  return styleOf(b).severity - styleOf(a).severity
}

export function worstOf(names: readonly StateName[]): StateName {
  return names.reduce<StateName>((worst, name) => (bySeverity(name, worst) < 0 ? name : worst), 'ok')
}
