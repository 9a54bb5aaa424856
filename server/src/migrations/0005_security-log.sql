CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"address" text NOT NULL,
	"action" text NOT NULL,
	"plant_id" uuid,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "security_event_once" ON "security_event" USING btree ("at","kind","user_id","address","action");