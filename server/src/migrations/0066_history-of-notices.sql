CREATE TABLE "notice_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"notice_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"gathered" boolean NOT NULL,
	"mail_id" uuid,
	"tries" integer DEFAULT 0 NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE TABLE "notice_wish" (
	"plant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rhythm" text DEFAULT 'each' NOT NULL,
	"quiet_from" text,
	"quiet_until" text,
	CONSTRAINT "notice_wish_plant_id_user_id_pk" PRIMARY KEY("plant_id","user_id")
);
--> statement-breakpoint
DROP INDEX "notice_cause_silent";--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notice" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "mail" ADD COLUMN "given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notice_cause" ADD COLUMN "about_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notice_cause" ADD COLUMN "about_id" uuid;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD CONSTRAINT "notice_delivery_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_wish" ADD CONSTRAINT "notice_wish_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_delivery" USING btree ("notice_id","channel");--> statement-breakpoint
CREATE INDEX "notice_delivery_due" ON "notice_delivery" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_delivery_handed" ON "notice_delivery" USING btree ("mail_id") WHERE state = 'handed';--> statement-breakpoint
CREATE INDEX "notice_open" ON "notice" USING btree ("user_id","at") WHERE acknowledged_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_open" ON "notice_cause" USING btree ("central_unit_id","addr") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "notice_cause_lasting" ON "notice_cause" USING btree ("what") WHERE ended_at is null;