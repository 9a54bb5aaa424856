import { useOpenDetail } from '../../shared/open-detail.ts'
import { parseDeviceKey } from './placeable.ts'

/** The lamp or unit open next to the plan: at most one, with the same search params as in the lists. */
export function usePlanDetail() {
  const lamp = useOpenDetail('lamp', 'unit')
  const unit = useOpenDetail('unit', 'lamp')
  const { key, close } = unit.key ? unit : lamp
  return {
    key,
    open: (next: string) => (parseDeviceKey(next).addr === null ? unit : lamp).open(next),
    close,
  }
}
