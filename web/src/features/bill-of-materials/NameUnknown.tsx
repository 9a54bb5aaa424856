import type { BillLine } from '@vigilux/contract/features/bill-of-materials/bill.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { NameProductDialog } from '../../shared/product/NameProductDialog.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'

/** For a line unknown to the catalogue: sets the product of all its lamps. */
export function NameUnknown({ line }: { line: BillLine }) {
  const [naming, setNaming] = useState(false)
  if (!naming) return <NameButton loading={false} onClick={() => setNaming(true)} />
  return (
    <AnswerBoundary skeleton={<NameButton loading onClick={() => undefined} />}>
      <NameButton loading={false} onClick={() => undefined} />
      <NameLamps line={line} onClose={() => setNaming(false)} />
    </AnswerBoundary>
  )
}

function NameButton(props: { loading: boolean; onClick: () => void }) {
  const { t } = useTranslation('bill-of-materials')
  const blockedReason = useWhyNotAllowed()
  return (
    <ReasonButton variant="subtle" size="compact-sm" blockedReason={blockedReason} {...props}>
      {t('nameIt')}
    </ReasonButton>
  )
}

function NameLamps({ line, onClose }: { line: BillLine; onClose: () => void }) {
  const { plantId } = useCurrentPlant()
  const lineLamps = useAllLamps(plantId).filter(
    ({ product_code, cu }) => product_code === line.code && line.units[cu] !== undefined,
  )
  return <NameProductDialog lamps={lineLamps} code={line.code ?? ''} onClose={onClose} />
}
