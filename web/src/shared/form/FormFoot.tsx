import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as styles from './form-foot.module.css'

/** The buttons of a form, sticky while the form is longer than the screen. `end` aligns them right, as in dialogs. */
export function FormFoot({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className={end ? `${styles.foot} ${styles.footEnd}` : styles.foot} data-part="foot">
      {children}
    </div>
  )
}

/** `blocked` while there is nothing to send; the form says why. */
type DialogFootProps = { onCancel: () => void; saving: boolean; blocked?: boolean; children: ReactNode }

/** The buttons of a dialog's form: Cancel, and a submit button labeled by `children`. */
export function DialogFoot({ onCancel, saving, blocked = false, children }: DialogFootProps) {
  const { t } = useTranslation('shared')
  return (
    <FormFoot end>
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={saving} disabled={blocked}>
        {children}
      </Button>
    </FormFoot>
  )
}
