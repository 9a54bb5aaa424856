import { useParams } from '@tanstack/react-router'
import { GatewaysPage } from '../bluetooth/index.ts'
import { UnitsPage } from '../central-units/index.ts'
import { LampsPage } from './LampsPage.tsx'
import { listOfKind } from './lamp-lists.ts'

/** The menu's device lists, by the kind in the address. */
export function DevicesPage() {
  const { devicesType = 'all' } = useParams({ strict: false }) as { devicesType?: string }
  const list = listOfKind[devicesType]
  if (devicesType === 'centralunits') return <UnitsPage />
  if (devicesType === 'bluetooth' || devicesType === 'gateway') return <GatewaysPage view={devicesType} />
  // An unknown kind shows all devices.
  return <LampsPage key={list ?? 'all'} list={list ?? 'all'} />
}
