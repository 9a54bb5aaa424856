import type { OpenCause } from '@vigilux/contract/features/attention/open-cause.ts'
import { pathTo } from '../../site-map.ts'

type CauseKey = Pick<OpenCause, 'plant_id' | 'cu' | 'code'>

/** Identifies an open cause in its list and in the address. */
export const keyOfCause = ({ plant_id, cu, code }: CauseKey): string => `${plant_id} ${cu} ${code}`

/** The list of causes with this one open, where it is assigned. */
export const causePath = (cause: CauseKey): string => pathTo('attention', {}, { open: keyOfCause(cause) })
