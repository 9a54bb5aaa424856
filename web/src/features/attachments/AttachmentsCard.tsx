import { FileButton, Select, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import {
  type Attachment,
  type AttachmentCategory,
  attachmentCategories,
  attachmentLimits,
  needsPhotoNotice,
} from '@vigilux/contract/features/attachments/attachment.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import * as formStyles from '../../shared/form/form.module.css'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { archivedReason, canChange } from '../../shared/plant/can-change.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { AttachmentRow } from './AttachmentRow.tsx'
import { AttachProgress } from './AttachProgress.tsx'
import * as styles from './attachments.module.css'
import { usePhotoNotice } from './PhotoNotice.tsx'
import { useAttach } from './use-attach.ts'

type Plant = PlantDetails['plant']

/** The files of a plant: all members download them, administrators add and remove them. */
export function AttachmentsCard({ plant }: { plant: Plant }) {
  const { t } = useTranslation('attachments')
  const { plant_id: plantId } = plant
  // Preview links are valid for a minute, so an older answer is useless.
  const { attachments } = useAnswer('getAttachments', { plantId }, { gcTime: 0 })
  const { files: maxFiles } = attachmentLimits
  const number = attachments.length
  return (
    <Card title={t('title')} aside={t('number', { number, max: maxFiles })}>
      <div className={`${formStyles.settingsBody} ${styles.attachments}`}>
        <AttachmentList plant={plant} attachments={attachments} />
        <AddFiles plant={plant} isFull={number >= maxFiles} />
      </div>
    </Card>
  )
}

function AttachmentList({ plant, attachments }: { plant: Plant; attachments: readonly Attachment[] }) {
  const { t } = useTranslation('attachments')
  if (attachments.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    )
  return (
    <ul className={styles.attachmentList}>
      {attachments.map((file) => (
        <AttachmentRow
          key={file.id}
          plant={plant}
          file={file}
          removedBy="deleteFileNew"
          mayRemove={canChange(plant, 'plant.administer')}
        />
      ))}
    </ul>
  )
}

function AddFiles({ plant, isFull }: { plant: Plant; isFull: boolean }) {
  const { t } = useTranslation('attachments')
  const [category, setCategory] = useState<AttachmentCategory>('certificate')
  const { attach, ...progress } = useAttach({
    maxBytes: attachmentLimits.bytes,
    askLeave: ({ size: bytes }) => callOnce('uploadAttachment', { plantId: plant.plant_id, category, bytes }),
    refresh: 'getAttachments',
  })
  const { notice, ...noticed } = usePhotoNotice((files) => void attach(files))
  // Reset the input, because a browser does not report the same file chosen twice.
  const resetFileInput = useRef<() => void>(null)
  if (!canChange(plant, 'plant.administer'))
    return (
      <Text size="sm" c="dimmed">
        {archivedReason(plant) ?? t('readOnly')}
      </Text>
    )
  const blockedReason = isFull ? errorText('errors', 'ATTACHMENT_LIMIT', { limit: attachmentLimits.files }) : undefined
  const chooseFiles = (files: readonly File[]) => {
    resetFileInput.current?.()
    if (needsPhotoNotice(category)) void noticed.choose(files)
    else void attach(files)
  }
  return (
    <div className={styles.attach}>
      {notice}
      <AttachProgress {...progress} />
      <div className={styles.attachAdd}>
        <Select
          label={t('category')}
          data={attachmentCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
          value={category}
          onChange={(value) => setCategory(attachmentCategories.find((one) => one === value) ?? category)}
          allowDeselect={false}
        />
        <FileButton multiple resetRef={resetFileInput} onChange={chooseFiles}>
          {({ onClick }) => (
            <ReasonButton
              variant="default"
              blockedReason={blockedReason}
              loading={progress.sending !== undefined}
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={onClick}
            >
              {t('add')}
            </ReasonButton>
          )}
        </FileButton>
      </div>
      <Text size="xs" c="dimmed">
        {t('limits', { max: attachmentLimits.files, megabytes: attachmentLimits.bytes / 1024 ** 2 })}
      </Text>
    </div>
  )
}
