import { useParams } from '@tanstack/react-router'
import { AdvancedView } from './AdvancedView.tsx'
import { CommandsView } from './CommandsView.tsx'
import { InputsOutputsView } from './InputsOutputsView.tsx'
import { OverviewView } from './OverviewView.tsx'
import { PartsView } from './PartsView.tsx'
import { UnitFrame } from './UnitFrame.tsx'

const views = {
  overview: OverviewView,
  parts: PartsView,
  io: InputsOutputsView,
  commands: CommandsView,
  advanced: AdvancedView,
} as const
type View = keyof typeof views

/** A unit's full page; the view is in the address. An unknown view shows the first. */
export function UnitPage() {
  const { tab = 'overview' } = useParams({ strict: false }) as { tab?: string }
  const view: View = Object.hasOwn(views, tab) ? (tab as View) : 'overview'
  const View = views[view]
  return <UnitFrame tab={view}>{(open) => <View key={open.topic} open={open} />}</UnitFrame>
}
