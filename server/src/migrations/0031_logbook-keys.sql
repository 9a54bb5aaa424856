CREATE TABLE "logbook_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"closed_key" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "logbook_key_in_use" ON "logbook_key" USING btree ((true)) WHERE until is null;