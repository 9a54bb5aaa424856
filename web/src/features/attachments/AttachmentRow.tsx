import { ActionIcon, Text } from '@mantine/core'
import { IconDownload, IconFile, IconTrash } from '@tabler/icons-react'
import type { Attachment } from '@vigilux/contract/features/attachments/attachment.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../../shared/api/download.ts'
import { callOnce, useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { fileSize } from '../../shared/format/file-size.ts'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import * as styles from './attachments.module.css'

/** The removing action, and the changed list. */
const removals = { deleteFileNew: 'getAttachments', deleteLampPhoto: 'getLampPhotos' } as const

type RowProps = {
  plant: PlantDetails['plant']
  file: Attachment
  removedBy: keyof typeof removals
  mayRemove: boolean
}

/** An attached file: name, author and time, with its actions. */
export function AttachmentRow({ plant, file, removedBy, mayRemove }: RowProps) {
  const { t } = useTranslation('attachments')
  const formats = useFormats(plant.timezone)
  const [removing, setRemoving] = useState(false)
  const input = { plantId: plant.plant_id, fileId: file.id }
  const download = useDownload(() => callOnce('downloadAttachment', input))
  return (
    <li className={styles.attachment}>
      <Preview file={file} />
      <div className={styles.attachmentWords}>
        <Text fw={500} className={styles.attachmentName}>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`categories.${file.category}`)} · {fileSize(file.bytes, formats)}
        </Text>
        <Text size="sm" c="dimmed">
          {t('word.nameAt', { name: file.addedBy, at: formats.dateTime(file.addedAt) })}
        </Text>
        <FormFailure error={download.error} />
      </div>
      <ActionIcon
        variant="subtle"
        loading={download.isPending}
        aria-label={t('download', { name: file.name })}
        onClick={() => download.mutate()}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
      {mayRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('remove', { name: file.name })}
          onClick={() => setRemoving(true)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      ) : null}
      <RemoveFile file={file} input={input} action={removedBy} opened={removing} onDone={() => setRemoving(false)} />
    </li>
  )
}

/** The reduced picture; an icon when there is none yet. */
function Preview({ file: { preview, previewState } }: { file: Attachment }) {
  const { t } = useTranslation('attachments')
  const [failed, setFailed] = useState<string>()
  if (preview && failed !== preview.url)
    return <img className={styles.attachmentPreview} src={preview.url} alt="" onError={() => setFailed(preview.url)} />
  return (
    <span className={styles.attachmentPreview} title={t(`preview.${previewState === 'pending' ? 'pending' : 'none'}`)}>
      <IconFile size={26} stroke={1.5} aria-hidden />
    </span>
  )
}

type RemoveProps = {
  file: Attachment
  input: { plantId: string; fileId: string }
  action: keyof typeof removals
  opened: boolean
  onDone: () => void
}

function RemoveFile({ file: { name }, input, action, opened, onDone }: RemoveProps) {
  const { t } = useTranslation('attachments')
  const remove = useActionMutation(action, { refresh: [removals[action]] })
  const confirm = async () => {
    await remove.mutateAsync(input)
    toastDone(t('removed', { name }))
    onDone()
  }
  return (
    <ConfirmDialog
      opened={opened}
      destructive
      title={t('removeTitle', { name })}
      confirmLabel={t('removeConfirm')}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <p>{t('removeText')}</p>
      <FormFailure error={remove.error} />
    </ConfirmDialog>
  )
}
