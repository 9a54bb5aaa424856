import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { OperationProgress, OperationSteps } from './OperationProgress.tsx'
import * as styles from './operations.module.css'
import { useOperations } from './use-operations.ts'

/** A unit's operations, newest first; each opens step by step. */
export function OperationList({ topic }: { topic: string }) {
  const { t } = useTranslation('operations')
  const { plantId } = useCurrentPlant()
  const unitOperations = useOperations(plantId).filter(({ cu }) => cu === topic)
  const [open, setOpen] = useState<string | undefined>()
  if (unitOperations.length === 0)
    return (
      <EmptyState icon={IconListCheck} title={t('none.title')}>
        {t('none.text')}
      </EmptyState>
    )
  return (
    <div className={styles.operationList}>
      {unitOperations.map((operation) => (
        <div key={operation.id}>
          <OperationProgress operation={operation} />
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={open === operation.id}
            onClick={() => setOpen(open === operation.id ? undefined : operation.id)}
          >
            {open === operation.id ? t('hideSteps') : t('showSteps')}
          </Button>
          {open === operation.id ? <OperationSteps operationId={operation.id} /> : null}
        </div>
      ))}
    </div>
  )
}
