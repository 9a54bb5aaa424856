import { Button } from '@mantine/core'
import type { OutwardFailure, OutwardKind } from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import * as styles from './outward-connections.module.css'
import { SettingsText } from './SettingsText.tsx'
import { settingsOfKind } from './site-settings.ts'

type FailureDialogProps = { kind: OutwardKind; failure: OutwardFailure; host: string; onClose: () => void }

/** How a failed connection is repaired on the site computer, which alone has its settings. */
export function FailureDialog({ kind, failure, host, onClose }: FailureDialogProps) {
  const { t } = useTranslation('outward-connections')
  const settings =
    failure === 'passwordRefused' ? ['OUTWARD_MQTT_USER', 'OUTWARD_MQTT_PASSWORD_FILE'] : settingsOfKind[kind]
  return (
    <Dialog opened onClose={onClose} title={t(`failure.${failure}`)}>
      <div className={styles.outwardDialog}>
        <p>{t(`repair.${failure}`)}</p>
        <p>{t('repair.where', { host, settings: settings.join(', ') })}</p>
        <SettingsText text={'systemctl restart vigilux-outward\njournalctl -u vigilux-outward -n 20 -o cat'} />
        <FormFoot end>
          <Button onClick={onClose}>{t('close')}</Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
