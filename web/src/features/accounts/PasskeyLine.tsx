import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconDots, IconKey } from '@tabler/icons-react'
import { type Passkey, passkeyName } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import * as styles from './accounts.module.css'

/** A passkey with its last use; its menu renames and removes it. */
export function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('accounts')
  const { dateTime } = useFormats(browserTimeZone)
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>()
  const { name, added_at, last_used_at } = passkey
  const usedText = last_used_at ? t('passkey.used', { at: dateTime(last_used_at) }) : t('passkey.unused')
  const onClose = () => setOpenDialog(undefined)
  return (
    <li>
      <IconKey size={18} aria-hidden />
      <span className={styles.profileLineText}>
        <strong>{t('passkey.named', { name })}</strong>
        <span className="vx-quiet">
          {t('passkey.added', { at: dateTime(added_at) })} · {usedText}
        </span>
      </span>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={30} aria-label={t('passkey.more', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpenDialog('rename')}>{t('passkey.rename')}</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpenDialog('remove')}>
            {t('word.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {openDialog === 'rename' ? <RenamePasskey passkey={passkey} onClose={onClose} /> : null}
      {openDialog === 'remove' ? <RemovePasskey passkey={passkey} onClose={onClose} /> : null}
    </li>
  )
}

type AskedProps = { passkey: Passkey; onClose: () => void }

const nameForm = z.strictObject({ name: passkeyName })

function RenamePasskey({ passkey, onClose }: AskedProps) {
  const { t } = useTranslation(['accounts', 'shared'])
  const form = useCheckedForm(nameForm, { name: passkey.name })
  const rename = useActionMutation('renamePasskey', { refresh: ['getSignInMethods'], onSuccess: onClose })
  const submit = ({ name }: { name: string }) => rename.mutate({ passkeyId: passkey.passkey_id, name })
  return (
    <FormDialog title={t('passkey.renameTitle')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form className={formStyles.form} noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
          <FormFailure error={rename.error} />
          <TextInput
            label={t('passkey.name')}
            withAsterisk
            data-autofocus
            maxLength={60}
            {...form.getInputProps('name')}
          />
          <DialogFoot onCancel={cancel} saving={rename.isPending}>
            {t('passkey.rename')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}

function RemovePasskey({ passkey, onClose }: AskedProps) {
  const { t } = useTranslation('accounts')
  const { passkey_id: passkeyId, name } = passkey
  const remove = useActionMutation('removePasskey', { refresh: ['getSignInMethods'], onSuccess: onClose })
  return (
    <ConfirmDialog
      opened
      title={t('passkey.removeTitle', { name })}
      confirmLabel={t('passkey.removeNow')}
      destructive
      onConfirm={() => remove.mutateAsync({ passkeyId })}
      onCancel={onClose}
    >
      {t('passkey.removeText')}
      <FormFailure error={remove.error} />
    </ConfirmDialog>
  )
}
