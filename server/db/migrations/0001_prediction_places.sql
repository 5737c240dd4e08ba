ALTER TABLE `predictions` ADD `sheet_x` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `predictions` ADD `sheet_y` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `predictions` ADD `removed` integer DEFAULT false NOT NULL;