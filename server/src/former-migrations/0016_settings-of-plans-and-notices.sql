ALTER TABLE IF EXISTS "notice_wish" DROP CONSTRAINT IF EXISTS "notice_wish_rhythm_known";--> statement-breakpoint
ALTER TABLE "notice_wish" RENAME TO "notice_timing";--> statement-breakpoint
ALTER TABLE "notice_timing" RENAME CONSTRAINT "notice_wish_plant_id_user_id_pk" TO "notice_timing_plant_id_user_id_pk";--> statement-breakpoint
ALTER TABLE "notice_timing" RENAME CONSTRAINT "notice_wish_plant_id_plant_id_fk" TO "notice_timing_plant_id_plant_id_fk";--> statement-breakpoint
ALTER TABLE "notice_timing" RENAME CONSTRAINT "notice_wish_user_id_user_id_fk" TO "notice_timing_user_id_user_id_fk";--> statement-breakpoint
ALTER TABLE "plan_wishes" RENAME TO "plan_settings";--> statement-breakpoint
ALTER TABLE "plan_settings" RENAME COLUMN "wishes" TO "settings";--> statement-breakpoint
ALTER TABLE "plan_settings" RENAME CONSTRAINT "plan_wishes_pkey" TO "plan_settings_pkey";--> statement-breakpoint
ALTER TABLE "plan_settings" RENAME CONSTRAINT "plan_wishes_plant_id_plant_id_fk" TO "plan_settings_plant_id_plant_id_fk";--> statement-breakpoint
ALTER TABLE "test_plan" RENAME COLUMN "wishes" TO "settings";--> statement-breakpoint
ALTER TABLE "notice_timing" ADD CONSTRAINT "notice_timing_rhythm_known" CHECK ("rhythm" IN ('each', 'daily', 'weekly'));
