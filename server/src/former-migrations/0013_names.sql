-- Columns and states are named by what they hold.
ALTER TABLE "energy_waiting" RENAME COLUMN "told" TO "readings";--> statement-breakpoint
ALTER TABLE "unit_record" RENAME COLUMN "told_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "unit_record_run" RENAME COLUMN "told_to" TO "checked_to";--> statement-breakpoint
ALTER TABLE "plant" RENAME COLUMN "pro_end_told" TO "pro_end_notified";--> statement-breakpoint
ALTER TABLE "unit_scene_list" RENAME COLUMN "wanted" TO "target";--> statement-breakpoint
ALTER TABLE "unit_scene_list" RENAME COLUMN "taken" TO "accepted";--> statement-breakpoint
ALTER TABLE "unit_scene_list" RENAME COLUMN "told_version" TO "reported_version";--> statement-breakpoint
ALTER TABLE "unit_scene_list" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "plan_unit" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "plan_unit" RENAME COLUMN "taken_at" TO "accepted_at";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "asked_by" TO "requested_by";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "asked_by_name" TO "requested_by_name";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "end_asked_by" TO "end_requested_by";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "end_asked_by_name" TO "end_requested_by_name";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "end_asked_at" TO "end_requested_at";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "inhibition" RENAME COLUMN "asked_again_at" TO "repeated_at";--> statement-breakpoint
ALTER INDEX "inhibition_untold" RENAME TO "inhibition_unnotified";--> statement-breakpoint
ALTER TABLE "inhibition" DROP CONSTRAINT "inhibition_state_known";--> statement-breakpoint
UPDATE "inhibition" SET "state" = 'requested' WHERE "state" = 'asked';--> statement-breakpoint
ALTER TABLE "inhibition" ADD CONSTRAINT "inhibition_state_known" CHECK ("state" IN ('requested', 'inhibited', 'ended', 'failed'));
