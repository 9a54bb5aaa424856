CREATE TABLE "escalation_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"cause_ids" uuid[] NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "escalation_run_causeId_unique" UNIQUE("cause_id")
);
--> statement-breakpoint
CREATE TABLE "escalation_step" (
	"run_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "escalation_step_run_id_step_pk" PRIMARY KEY("run_id","step"),
	CONSTRAINT "escalation_step_person" UNIQUE("run_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "escalation" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"on" boolean NOT NULL,
	"after_minutes" integer NOT NULL,
	"kinds" text[] NOT NULL,
	"user_ids" uuid[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
DROP INDEX "notice_delivery_once";--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notice_delivery" ADD COLUMN "steps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "escalation_run" ADD CONSTRAINT "escalation_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_step" ADD CONSTRAINT "escalation_step_run_id_escalation_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."escalation_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "escalation_run_due" ON "escalation_run" USING btree ("next_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "escalation_run_plant" ON "escalation_run" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "escalation_run_since" ON "escalation_run" USING btree ("since");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_delivery_once" ON "notice_delivery" USING btree ("notice_id","channel","step");