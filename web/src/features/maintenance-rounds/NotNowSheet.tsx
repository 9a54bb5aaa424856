import { Button } from '@mantine/core'
import type { RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import { notNowReasons } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'
import { addEntry, workOf } from '../outbox/index.ts'
import * as styles from './maintenance-rounds.module.css'
import { nameOf, useRoundTexts } from './round-texts.ts'

/** Why a fault cannot be repaired now: a single press postpones it. */
export function NotNowSheet({ item, onClose }: { item: RoundItem; onClose: () => void }) {
  const { t } = useTranslation('maintenance-rounds')
  const { plantId, plant } = useCurrentPlant()
  const isDisconnected = useIsDisconnected()
  const texts = useRoundTexts()
  const storePostponement = async (reason: (typeof notNowReasons)[number]) => {
    await addEntry({
      plantId,
      plantName: plant.plantname,
      action: 'postponeRoundItem',
      of: workOf(item.id),
      name: nameOf(item, texts),
      detail: t(`notNowReason.${reason}`),
      input: { plantId, itemId: item.id, reason },
    })
    onClose()
  }
  const postpone = useActionMutation('postponeRoundItem', { refresh: ['getRound', 'getRounds'], onSuccess: onClose })
  return (
    <Dialog opened title={t('notNowTitle')} onClose={onClose}>
      <div className={styles.roundChoices}>
        <p>{t('notNowText')}</p>
        <FormFailure error={postpone.error} />
        {notNowReasons.map((reason) => (
          <Button
            key={reason}
            variant="default"
            loading={postpone.isPending && postpone.variables.reason === reason}
            onClick={() =>
              isDisconnected ? void storePostponement(reason) : postpone.mutate({ plantId, itemId: item.id, reason })
            }
          >
            {t(`notNowReason.${reason}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
