import type { EnergyPeriod } from '@vigilux/contract/features/energy/energy.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { ReportButton } from '../reports/index.ts'

type AskedProps = { asked: { period: EnergyPeriod; date: string | undefined; zone: string | undefined } }

/** Orders the shown data as PDF; another period or zone is another PDF. */
export function EnergyPdf({ asked: { period, date, zone } }: AskedProps) {
  const { plantId } = useCurrentPlant()
  const language = useLanguage()
  const create = useActionMutation('createEnergyReport')
  const input = { period, ...(date && { date }), ...(zone && { zoneId: zone }) }
  return <ReportButton create={create} onCreate={() => create.mutate({ plantId, language, ...input })} />
}
