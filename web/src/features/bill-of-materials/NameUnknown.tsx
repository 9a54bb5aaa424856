import type { BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { NameProductDialog } from '../../shared/product/NameProductDialog.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** Lamps that one call names at most. */
const mostLamps = 2000

/** For a line that the catalogue does not know: says which product all of its lamps are. */
export function NameUnknown({ line }: { line: BillLine }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const [naming, setNaming] = useState(false)
  const { data, isPending } = useAction('getLamps', { plantId }, { enabled: naming })
  const lamps = (data?.lamps ?? [])
    .filter(({ product_code, cu }) => product_code === line.code && line.units[cu] !== undefined)
    .slice(0, mostLamps)
    .map(({ cu, id }) => ({ topic: cu, addr: id }))
  return (
    <>
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        because={because}
        loading={naming && isPending}
        onClick={() => setNaming(true)}
      >
        {t('nameIt')}
      </ReasonButton>
      {naming && data ? (
        <NameProductDialog lamps={lamps} code={line.code ?? ''} onClose={() => setNaming(false)} />
      ) : null}
    </>
  )
}
