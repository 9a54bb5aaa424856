import type { FirstReads } from '../../shared/api/first-reads.ts'
import { lampsQuery, listOfKind } from './lamp-lists.ts'

export const lampReads: FirstReads = {
  devices: ({ params: { plantId, devicesType = 'all' } }) => {
    const list = listOfKind[devicesType]
    return plantId && list ? [lampsQuery(plantId, list)] : []
  },
}
