import { useOpenDetail } from '../../shared/open-detail.ts'
import { parseDeviceKey } from './placeable.ts'

/** The lamp or unit that is open beside the plan: one alone, and in the address as on the lists of both. */
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
