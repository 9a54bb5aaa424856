import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useOperations } from '../operations/index.ts'
import { ParamsResult } from './ParamsResult.tsx'

/** Progress of writing to lamps of units. The bundle is in the address, so another browser can open it. */
export function OpenBundle({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const operations = useOperations(plantId, bundleId)
  const lamps = operations.reduce((total, one) => total + one.lamps, 0)
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={lamps > 0 ? t('params.title', { count: lamps }) : t('select.parameters')}
    >
      <div className={layoutStyles.dialogForm}>
        {operations.length === 0 ? (
          <p role="status">{errorText('errors', 'OPERATION_NOT_FOUND')}</p>
        ) : (
          <ParamsResult bundleId={bundleId} operations={operations} />
        )}
        <FormFoot end>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
