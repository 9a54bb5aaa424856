import { useQuery } from '@tanstack/react-query'
import type { BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { lampsQuery } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { NameProductDialog } from '../../shared/product/NameProductDialog.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** For a line that the catalogue does not know: says which product all of its lamps are. */
export function NameUnknown({ line }: { line: BillLine }) {
  const { t } = useTranslation('bill-of-materials')
  const { plantId } = useOpenPlant()
  const because = useWhyNotAllowed()
  const [naming, setNaming] = useState(false)
  const { data } = useQuery({ ...lampsQuery(plantId, 'all'), enabled: naming })
  // Only once all of them are read: what is named is the whole line.
  const lamps = data && data.next === null ? data.lamps : undefined
  return (
    <>
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        because={because}
        loading={naming && lamps === undefined}
        onClick={() => setNaming(true)}
      >
        {t('nameIt')}
      </ReasonButton>
      {naming && lamps ? (
        <NameProductDialog
          lamps={lamps.filter(({ product_code, cu }) => product_code === line.code && line.units[cu] !== undefined)}
          code={line.code ?? ''}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </>
  )
}
